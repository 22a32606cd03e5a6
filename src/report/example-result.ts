/** How did an example of a plan come out? What is told of it, as text and as JSON. */

export interface ExampleResult {
  /** Its name, or its number where it has none. */
  readonly name: string;
  readonly passed: boolean;
  readonly differences: readonly ExampleDifference[];
  /** What was rejected, expected or not. */
  readonly rejections: readonly ExampleRejection[];
  /** Texts that no rejection holds. */
  readonly notRejected: readonly string[];
}

export interface ExampleDifference {
  readonly entity: string;
  /** The id of the document, for people. */
  readonly id?: string;
  /** `missing`: expected, and not there; `extra`: there, and not expected. */
  readonly kind: 'missing' | 'extra' | 'different';
  /** `/` for the whole document. */
  readonly path: string;
  /** JSON as it is written, absent where there is none. */
  readonly expected?: string;
  readonly found?: string;
}

export interface ExampleRejection {
  readonly entity: string;
  readonly id?: string;
  /** The step that rejected; else it was the parser or a container. */
  readonly step?: string;
  readonly container?: string;
  readonly code: string;
  readonly message: string;
  /** The example says that something is rejected so. */
  readonly isExpected: boolean;
}
