/** What does a generated document look like? Properties draw from one seed in the order they stand in. */
import { type Random, randomFrom } from './random.ts';
import { CITIES, COUNTRIES, WORDS } from './words.ts';

export interface Documents {
  /** @param comments how many it has; drawn, up to 40, if not given */
  readonly post: (comments?: number) => Post;
  readonly person: () => object;
  readonly order: () => object;
  /** Of one of a million customers. */
  readonly sale: () => object;
  readonly customer: () => object;
  /** Of one of 500 devices, each of which gives one a minute. */
  readonly reading: () => object;
  /** Of a tree of some eleven levels, where there are a million of them. */
  readonly category: () => object;
}

export interface Post {
  readonly comments: readonly object[];
}

export interface DocumentSettings {
  readonly seed: number;
  /** Share of the documents that hold integers beyond 2^53. */
  readonly unsafeShare: number;
}

export function documentsFrom({ seed, unsafeShare }: DocumentSettings): Documents {
  const random = randomFrom(seed);
  let made = 0;
  const next = (): Place => ({ number: made++, unsafe: random.fraction() < unsafeShare });
  return {
    post: (comments = random.below(41)) => post(random, next(), comments),
    person: () => person(random, next()),
    order: () => order(random, next()),
    sale: () => sale(random, next()),
    customer: () => customer(random, next()),
    reading: () => reading(random, next()),
    category: () => category(random, next()),
  };
}

interface Place {
  /** Of the document among all, from 0. */
  readonly number: number;
  readonly unsafe: boolean;
}

function post(random: Random, { number, unsafe }: Place, comments: number): Post {
  const { fraction, below, pick, text, hex, uuid, time, personName, unsafeInteger } = random;
  return {
    id: uuid(),
    seq: number,
    legacyId: unsafe ? unsafeInteger() : 100_000 + below(1e9),
    title: text(40 + below(40)),
    slug: text(30).replace(/[^a-z]+/gi, '-'),
    author: { id: `u${below(1e6)}`, name: personName(), email: `${hex(8)}@example.com` },
    createdAt: time(),
    updatedAt: time(),
    published: fraction() < 0.9,
    rating: Math.round(fraction() * 500) / 100,
    tags: Array.from({ length: below(6) }, () => pick(WORDS)),
    body: text(400 + below(700)),
    seo: null,
    comments: Array.from({ length: comments }, (_, place) => ({
      id: `c${number}-${place}`,
      author: personName(),
      at: time(),
      text: text(30 + below(80)),
      likes: below(1000),
      ref: unsafe && fraction() < 0.5 ? unsafeInteger() : below(1e9),
    })),
  } as Post;
}

function person(random: Random, { number, unsafe }: Place): object {
  const { fraction, below, pick, text, hex, uuid, time, personName, unsafeInteger } = random;
  const [firstName, lastName] = personName().split(' ');
  return {
    id: uuid(),
    personNo: unsafe ? unsafeInteger() : number,
    firstName,
    lastName,
    birthDate: time().slice(0, 10),
    active: fraction() < 0.8,
    contactDetails: {
      email: `${hex(10)}@example.com`,
      phone: `+49${1e9 + below(8e9)}`,
      card: fraction() < 0.1 ? `4111${1e11 + Math.floor(fraction() * 8e11)}` : null,
      social: { twitter: `@${pick(WORDS)}${below(999)}`, web: `https://example.com/${pick(WORDS)}` },
    },
    addresses: Array.from({ length: 1 + below(3) }, (_, place) => address(random, place > 0 ? 'other' : 'home')),
    tags: [pick(WORDS), pick(WORDS)],
    score: fraction() * 100,
    notes: text(60 + below(200)),
  };
}

function order(random: Random, { number, unsafe }: Place): object {
  const { below, pick, hex, uuid, time, unsafeInteger } = random;
  const items = Array.from({ length: 1 + below(12) }, (_, place) => orderItem(random, place + 1));
  const sum = items.reduce((total, { qty, price }) => total + qty * price, 0);
  return {
    id: uuid(),
    orderNo: unsafe ? unsafeInteger() : 1_000_000 + number,
    customerId: `cu${below(1e6)}`,
    placedAt: time(),
    status: pick(['new', 'paid', 'shipped', 'returned']),
    currency: 'EUR',
    total: Math.round(sum * 100) / 100,
    shipTo: address(random, 'ship'),
    items,
    payment: { method: pick(['card', 'paypal', 'iban']), txn: hex(16), at: time() },
  };
}

function sale({ below, pick, text, uuid, time }: Random, { number }: Place): object {
  return {
    id: uuid(),
    saleNo: number,
    customerId: `cu${below(CUSTOMERS)}`,
    soldAt: time(),
    status: pick(['new', 'paid', 'shipped', 'returned']),
    total: below(1e6) / 100,
    note: text(60),
  };
}

const CUSTOMERS = 1e6;

function customer({ pick, hex, below, personName }: Random, { number }: Place): object {
  return {
    id: `cu${number}`,
    name: personName(),
    email: `${hex(10)}@example.com`,
    city: pick(CITIES),
    country: pick(COUNTRIES),
    points: below(1e5),
  };
}

function reading({ below, uuid }: Random, { number }: Place): object {
  const minute = Math.floor(number / DEVICES);
  return {
    id: uuid(),
    deviceId: `d${number % DEVICES}`,
    ts: new Date(Date.UTC(2025, 0, 1) + minute * 60_000).toISOString(),
    celsius: below(4000) / 100,
    humidity: below(101),
  };
}

const DEVICES = 500;

/** A parent is one of those between an eighth and a half of the way here. */
function category({ below, text, time }: Random, { number }: Place): object {
  const parent = Math.floor(number / 8) + below(Math.max(1, Math.floor((number * 3) / 8)));
  return {
    id: `c${number}`,
    parentId: number < ROOTS ? null : `c${parent}`,
    name: text(20),
    position: below(100),
    changedAt: time(),
  };
}

const ROOTS = 8;

function orderItem({ fraction, below, pick, text, hex }: Random, line: number) {
  return {
    line,
    sku: `SKU-${hex(6)}`,
    name: text(15 + below(25)),
    qty: 1 + below(9),
    price: Math.round(fraction() * 100_000) / 100,
    taxRate: pick([0.19, 0.07, 0]),
    options: fraction() < 0.3 ? { color: pick(['red', 'blue']), size: pick(['S', 'M', 'L']) } : null,
  };
}

function address({ fraction, below, pick }: Random, kind: string): object {
  return {
    kind,
    street: `${below(999)} ${pick(WORDS)} St`,
    city: pick(CITIES),
    zip: String(10_000 + below(89_999)),
    country: pick(COUNTRIES),
    geo: { lat: fraction() * 180 - 90, lon: fraction() * 360 - 180 },
  };
}
