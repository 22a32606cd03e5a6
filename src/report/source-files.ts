/** How were the files of the sources read? What was detected in them and what the plan said, files alike in one line. */

/** How a file is read, or the files that a pattern means. */
export interface FileForm {
  /** As the plan names it. */
  readonly source: string;
  /** `ndjson`, `array`, `object`, `concatenated` or `jsonc`. */
  readonly format: string;
  /** Whether the content showed the format; else the plan says it. */
  readonly detected: boolean;
  /** The path of the array whose elements are the documents. */
  readonly select?: string;
  /** `gzip`, `zstd` or `brotli`, told by the content, brotli by the name. */
  readonly compression?: string;
  /** A byte order mark of UTF-8 was passed over. */
  readonly byteOrderMark?: true;
}

export interface SourceFiles extends FileForm {
  /** So many files are alike. */
  readonly files: number;
}

/** Files that are alike together, in the order in which they came. */
export function sourceFiles(forms: Iterable<FileForm>): SourceFiles[] {
  const alike = new Map<string, { form: FileForm; files: number }>();
  for (const form of forms) {
    const key = JSON.stringify(form);
    const known = alike.get(key);
    if (known === undefined) alike.set(key, { form, files: 1 });
    else known.files++;
  }
  return [...alike.values()].map(({ form, files }) => ({ ...form, files }));
}
