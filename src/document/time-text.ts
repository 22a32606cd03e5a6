/** How is an instant written? As ISO 8601 in UTC with `Z`, milliseconds only where there are some. */

/** The text of so many milliseconds since 1970; `undefined` outside of the years 0 to 9999, which have no such text. */
export function timeText(milliseconds: number): string | undefined {
  if (!(milliseconds >= FIRST && milliseconds <= LAST)) return undefined;
  const day = Math.floor(milliseconds / MILLISECONDS_A_DAY);
  const rest = Math.floor(milliseconds - day * MILLISECONDS_A_DAY);
  const second = Math.floor(rest / 1000);
  const minute = Math.floor(second / 60);
  const fraction = rest % 1000;
  const time = `${TWO[Math.floor(minute / 60)]!}:${TWO[minute % 60]!}:${TWO[second % 60]!}`;
  return `${dayText(day)}T${time}${fraction === 0 ? '' : `.${String(fraction).padStart(3, '0')}`}Z`;
}

/** Date prints this too, in three times the time. */
function dayText(day: number): string {
  // Counted in years that begin in March, so that a leap day comes last.
  const shifted = day + DAYS_BEFORE_1970;
  const era = Math.floor(shifted / DAYS_OF_400_YEARS);
  const ofEra = shifted - era * DAYS_OF_400_YEARS;
  const leapDays = Math.floor(ofEra / 1460) - Math.floor(ofEra / 36_524) + Math.floor(ofEra / 146_096);
  const yearOfEra = Math.floor((ofEra - leapDays) / 365);
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const ofMonth = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${TWO[Math.floor(year / 100)]!}${TWO[year % 100]!}-${TWO[month]!}-${TWO[ofMonth]!}`;
}

const TWO: readonly string[] = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
const MILLISECONDS_A_DAY = 86_400_000;
/** From the first of March of the year 0. */
const DAYS_BEFORE_1970 = 719_468;
const DAYS_OF_400_YEARS = 146_097;
const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
