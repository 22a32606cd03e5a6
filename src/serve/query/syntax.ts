/** What does a query consist of? The parts that this server knows. */

export type Expression =
  | { readonly kind: 'constant'; readonly value: unknown }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'path'; readonly steps: readonly (string | number)[] }
  | { readonly kind: 'array'; readonly items: readonly Expression[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [name: string, value: Expression])[] }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'in'; readonly operand: Expression; readonly list: readonly Expression[] }
  | { readonly kind: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly given: readonly Expression[] }
  | { readonly kind: 'aggregate'; readonly name: Aggregate; readonly of: Expression; readonly text: string };

export const AGGREGATES = ['COUNT', 'SUM', 'MIN', 'MAX', 'AVG'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** An expression, and how it was written. */
export interface Written {
  readonly expression: Expression;
  readonly text: string;
}

export interface Selected extends Written {
  readonly name: string;
}

export interface Sorting extends Written {
  readonly descending: boolean;
}

/** Numbers of rows: a number, or a parameter. */
export type Count = Extract<Expression, { readonly kind: 'constant' | 'parameter' }>;

export interface Query {
  /** The name by which items go. */
  readonly alias: string;
  readonly distinct: boolean;
  readonly top: Count | undefined;
  /** Whole items, one value of each, or objects. */
  readonly select: '*' | Written | readonly Selected[];
  readonly where: Written | undefined;
  readonly groupBy: readonly Written[];
  readonly orderBy: readonly Sorting[];
  readonly offset: Count | undefined;
  readonly limit: Count | undefined;
}
