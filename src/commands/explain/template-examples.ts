/** Where does a template, a time or an expression find no value that it can use? */
import { type CodeExample, ITEMS } from './code-example.ts';

export const TEMPLATE_EXAMPLES: Readonly<Record<string, CodeExample>> = {
  TEMPLATE_PATH_MISSING: {
    data: '{"id":"1","first":"Ann"}',
    plan: `transforms:\n  - set: { /name: "{/first} {/last}" }\n${ITEMS}`,
    says: '/last is missing, and the template "{/first} {/last}" needs it. Fill it in an earlier step, or write {/last?} to put nothing there.',
    mend: 'transforms:\n  - set: { /name: "{/first} {/last?}" }',
  },
  TEMPLATE_MANY: {
    data: '{"id":"1","mails":["ann@example.org","a@example.org"]}',
    plan: `transforms:\n  - set: { /mail: "{/mails/*}" }\n${ITEMS}`,
    says: '/mails/* means several values, and the template "{/mails/*}" needs one. Write {/mails/*|first} to take the first one.',
    mend: 'transforms:\n  - set: { /mail: "{/mails/*|first}" }',
  },
  TEMPLATE_NOT_SCALAR: {
    data: '{"id":"1","name":{"first":"Ann","last":"Lee"}}',
    plan: `transforms:\n  - set: { /label: "{/name}" }\n${ITEMS}`,
    says: '/name is an object, and the template "{/name}" needs text there. Name a property or element inside of it that is text, a number or a boolean.',
    mend: 'transforms:\n  - set: { /label: "{/name/first} {/name/last}" }',
  },
  TEMPLATE_NOT_A_TIME: {
    data: '{"id":"1","at":1767225600}',
    plan: `transforms:\n  - set: { /day: "{/at|day}" }\n${ITEMS}`,
    says: '/at is a number (seconds or milliseconds?), and "day" in the template "{/at|day}" takes ISO 8601 text such as 2024-05-31T23:59:00Z. Convert or fill it in an earlier step.',
    mend: 'transforms:\n  - convert: { /at: iso8601 }\n  - set: { /day: "{/at|day}" }',
  },
  EXPRESSION_FAILED: {
    data: '{"id":"1","price":"10"}',
    plan: `transforms:\n  - set: { /total: { expr: "doc.price * 2" } }\n${ITEMS}`,
    says: 'doc.price * 2 fails: * cannot take both: doc.price is a text and 2 is a number.',
    mend: 'transforms:\n  - convert: { /price: number }\n  - set: { /total: { expr: "doc.price * 2" } }',
  },
  CONVERT_FAILED: {
    data: '{"id":"1","price":"ten"}',
    plan: `transforms:\n  - convert: { /price: number }\n${ITEMS}`,
    says: '/price cannot become a number: it is a string, and text that is a number as JSON writes it (12, -0.5, 1e6; no blanks, plus or leading zeros) is needed. Mend the source, or set the value in an earlier step.',
    mend: 'transforms:\n  - convert: { /price: number }\n    if: "doc.price.matches(\'^[0-9.]+$\')"',
  },
};
