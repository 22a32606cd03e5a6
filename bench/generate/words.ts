/** What are the texts of generated documents made of? */

export const WORDS: readonly string[] = (
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which ' +
  'one you were all her she there would their we him been has when who will no more if out so up said what its about ' +
  'than into them can only other time new some could these two may first then do any like my now over such our man me ' +
  'even most made after also did many before must through years where much way well down should because long each ' +
  'just state those people too mr how little good world make very year still see own work men day get here old life ' +
  'both between under never another know us while last might great go come since against right came take used ' +
  'himself few house use place during american without again home around small however found mrs part school thought ' +
  'went say general once high upon every does got left number course war until always something away though water ' +
  'less public put think almost enough took head yet better set told nothing night end why'
).split(' ');

/** Two to four bytes a character, joined emoji and typographic quotes. */
export const FOREIGN_WORDS: readonly string[] = [
  'café',
  'naïve',
  'Größe',
  'Привет',
  '東京',
  'データ',
  '🎉',
  '👩‍💻',
  'Ω≈ç√',
  'señor',
  'İstanbul',
  '한국어',
  '“quoted”',
];

export const FIRST_NAMES: readonly string[] = [
  'Ada',
  'Linus',
  'Grace',
  'Zoë',
  'Björn',
  'Mei',
  'Олег',
  'José',
  'Anna',
  'Tom',
  'Kim',
  'Sara',
  'Noor',
];

export const LAST_NAMES: readonly string[] = [
  'Smith',
  'García',
  'Müller',
  'Ng',
  "O'Brien",
  'Łukasz',
  'Tanaka',
  'Ivanov',
  'Brown',
  'Khan',
];

export const CITIES: readonly string[] = ['Berlin', '東京', 'São Paulo', 'Leeds', 'Oslo', 'Łódź'];

export const COUNTRIES: readonly string[] = ['DE', 'JP', 'BR', 'GB', 'NO', 'PL'];
