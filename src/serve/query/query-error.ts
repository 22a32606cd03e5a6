/** What is wrong with a query? Its author is told with 400. */
export class QueryError extends Error {}
