/** How does a finding or a reject come about, and how is it mended? What an explanation shows beside its sentences. */

/** What the service's documentation says, and where. */
export interface ServiceRule {
  readonly rule: string;
  readonly source: string;
}

export interface CodeExample {
  /** Lines of the source; `…` stands for what is too long to be shown. */
  readonly data: string;
  /** Sections of the plan that meet them; the others are of no account. */
  readonly plan: string;
  /** What is said of it, word for word. */
  readonly says?: string;
  /** Sections of the plan that take the place of those above. */
  readonly mend?: string;
  readonly service?: ServiceRule;
}

/** The container that most examples need. */
export const ITEMS = 'containers:\n  items: { entities: [item], partitionKey: /id }';
