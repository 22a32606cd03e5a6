/** Where does the service's documentation say what it does? */
const DOCS = 'https://learn.microsoft.com/azure/cosmos-db';

export const LIMITS: string = `${DOCS}/concepts-limits`;
export const UNIQUE_KEYS: string = `${DOCS}/unique-keys`;
export const PARTITIONING: string = `${DOCS}/partitioning-overview`;
export const HIERARCHICAL_KEYS: string = `${DOCS}/hierarchical-partition-keys`;
export const ITEMS_PAGE: string = `${DOCS}/resource-model`;
export const TIME_TO_LIVE: string = `${DOCS}/nosql/time-to-live`;
export const MODELING: string = `${DOCS}/nosql/modeling-data`;
export const INDEXING: string = `${DOCS}/index-policy`;
export const ANALYTICAL_STORE: string = `${DOCS}/analytical-store-introduction`;
