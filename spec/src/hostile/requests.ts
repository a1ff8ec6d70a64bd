import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Random } from '../laws/random.js'
import { FIRST_GROUP } from './first-things.js'
import { FILES, HEADERS, METHODS, SEGMENTS, TAILS, TYPES, VALUES } from './hostile-values.js'
import { KNOWN, type Operation } from './operations.js'

/** A request as it goes over the wire. */
export interface HostileRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly body: Uint8Array
}

const one = <A>(random: Random, all: ReadonlyArray<A>): A => all[random.below(all.length)] as A

const some = <A>(random: Random, all: ReadonlyArray<A>, most: number): ReadonlyArray<A> =>
  all.length === 0 ? [] : Array.from({ length: random.below(most + 1) }, () => one(random, all))

/** Some plausible fields, and one or another with a hostile value. */
const pairsOf = (
  random: Random,
  fields: Operation['fields'],
  isHostile: boolean,
): ReadonlyArray<readonly [string, string]> => {
  const names = Object.keys(fields)
  const wrong = new Set(isHostile ? [one(random, names), ...some(random, names, 2)] : [])
  const value = (name: string): string => (wrong.has(name) ? one(random, VALUES)(random) : (fields[name] ?? '1'))
  return names.filter((name) => wrong.has(name) || random.chance(0.4)).map((name) => [name, value(name)] as const)
}

const jsonOf = (pairs: ReadonlyArray<readonly [string, string]>): string =>
  `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`

const formOf = (random: Random, names: ReadonlyArray<string>): string =>
  some(random, names, 3)
    .map((name) => `${name}${one(random, TAILS)}`)
    .join('&')

const multipartOf = (random: Random, pairs: ReadonlyArray<readonly [string, string]>): string => {
  const whole = `${pairs
    .map(
      ([name, value]) =>
        `--x\r\nContent-Disposition: form-data; name="${name}"${one(random, FILES)}\r\n\r\n${value}\r\n`,
    )
    .join('')}--x--\r\n`
  return random.chance(0.7) ? whole : whole.slice(0, random.below(whole.length))
}

const noise = (random: Random): Uint8Array => Uint8Array.from({ length: random.below(500) }, () => random.below(256))

/** The same text as other encodings have it. */
const ENCODINGS: ReadonlyArray<(text: string) => Uint8Array> = [
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => gzipSync(text),
  (text) => brotliCompressSync(text),
  (text) => Buffer.from(text + text),
]

const bodyOf = (random: Random, type: string, fields: Operation['fields'], isHostile: boolean): Uint8Array => {
  if (isHostile && random.chance(0.1)) return noise(random)
  if (isHostile && random.chance(0.05)) return Buffer.from(one(random, VALUES)(random))
  const pairs = pairsOf(random, fields, isHostile)
  const text = type.includes('form-urlencoded')
    ? formOf(random, Object.keys(fields))
    : type.startsWith('multipart')
      ? multipartOf(random, pairs)
      : jsonOf(pairs)
  if (isHostile && random.chance(0.05)) return one(random, ENCODINGS)(text)
  return Buffer.from(isHostile && random.chance(0.05) ? text.slice(0, random.below(text.length + 1)) : text)
}

/** What a parameter of a path has to be to reach the first thing; the first administrator sends the requests, and stays. */
const firstOf = (path: string, name: string): string => {
  if (name === 'id' && path.startsWith('/groups/')) return FIRST_GROUP
  return /^\/(users|personal_access_tokens)\//.test(path) ? '2' : '1'
}

const NAMED = /\{([^}]+)\}/g

/** One hostile request after an operation: one or two things about it are wrong, the rest may well be right. */
export const hostileRequest = (random: Random, operation: Operation, tokens: ReadonlyArray<string>): HostileRequest => {
  const wrong = new Set(some(random, ['path', 'query', 'body', 'body', 'method', 'type', 'headers', 'token'], 3))
  const path = operation.path.replace(NAMED, (_, name: string) =>
    wrong.has('path') && random.chance(0.6) ? one(random, SEGMENTS) : `${KNOWN[name] ?? firstOf(operation.path, name)}`,
  )
  const query = wrong.has('query') ? formOf(random, [...operation.query, 'page', 'per_page']) : ''
  const isRead = operation.method === 'GET' || operation.method === 'DELETE'
  const hasBody = isRead ? wrong.has('body') && random.chance(0.3) : true
  const type = wrong.has('type') ? one(random, TYPES) : 'application/json'
  const token = !wrong.has('token') ? one(random, tokens) : random.chance(0.5) ? undefined : 'glpat-nobody'
  return {
    method: wrong.has('method') ? one(random, METHODS) : operation.method,
    path: `/api/v4${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(token === undefined ? {} : { 'private-token': token }),
      ...(hasBody && type !== '' ? { 'content-type': type } : {}),
      ...(wrong.has('headers') ? one(random, HEADERS) : {}),
    },
    body: hasBody ? bodyOf(random, type, operation.fields, wrong.has('body')) : new Uint8Array(0),
  }
}
