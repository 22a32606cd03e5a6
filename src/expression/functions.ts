/** Which functions do expressions have? */
import { CONVERSIONS } from './functions/conversion.ts';
import { MATHEMATICS } from './functions/mathematics.ts';
import { MATCHES } from './functions/pattern.ts';
import { SIZES } from './functions/sizes.ts';
import { TEXT_FUNCTIONS } from './functions/text.ts';
import { TIME_FUNCTIONS } from './functions/time.ts';
import type { CelFunctions } from './functions/cel-function.ts';

export const FUNCTIONS: CelFunctions = {
  ...SIZES,
  ...TEXT_FUNCTIONS,
  ...MATCHES,
  ...CONVERSIONS,
  ...MATHEMATICS,
  ...TIME_FUNCTIONS,
};
