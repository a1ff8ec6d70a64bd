import type { Random } from '../laws/random.js'
import { FIRST_GROUP } from './first-things.js'
import { KNOWN, type Operation } from './operations.js'

/** A request as it goes over the wire. */
export interface HostileRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly body: Uint8Array
}

const deep = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth)

/** Values as JSON text: wrong types, huge numbers, NUL, lone surrogates, deep nesting, huge lists. */
const VALUES: ReadonlyArray<(random: Random) => string> = [
  () => 'null',
  () => 'true',
  () => '{}',
  () => '[]',
  () => '""',
  () => '" "',
  () => '0',
  () => '-1',
  () => '1',
  () => '2',
  () => '1.5',
  () => '1e400',
  () => '9007199254740993',
  () => '-9223372036854775809',
  () => '18446744073709551616',
  () => '"\\u0000"',
  () => '"a\\u0000b"',
  () => '"\\ud800"',
  () => '"\\udc00x\\ud800"',
  () => '"main"',
  () => '"one"',
  () => '"root"',
  () => '"2022-13-45T99:99:99Z"',
  () => '"+275760-09-13T00:00:00Z"',
  () => '"../../../../etc/passwd"',
  () => '"-rf --upload-pack=x"',
  () => '"refs/heads/../x"',
  () => '"a\\r\\nX-Evil: 1"',
  () => '"__proto__"',
  () => '"constructor"',
  () => '{"__proto__":{"polluted":1}}',
  () => '[null,{},[[]],1]',
  (random) => JSON.stringify('x'.repeat(random.below(70_000))),
  (random) => JSON.stringify('-'.repeat(random.below(20_000))),
  (random) => JSON.stringify('@a #1 !1 '.repeat(random.below(2000))),
  (random) => deep(random.below(3000), '[', ']'),
  (random) => `${'{"a":'.repeat(200)}1${'}'.repeat(200)}${random.chance(0.1) ? '}' : ''}`,
  (random) => `[${Array.from({ length: random.below(20_000) }, (_, n) => n).join(',')}]`,
]

const SEGMENTS: ReadonlyArray<string> = [
  '1',
  '1',
  '1',
  '1',
  '2',
  'main',
  'main',
  'one',
  'README.md',
  '%',
  '%zz',
  '%00',
  'a%00b',
  '%ff',
  '%ed%a0%80',
  '-1',
  '0',
  '1.5',
  '99999999999999999999',
  '..',
  '%2e%2e%2f%2e%2e',
  '%2F',
  'a%2F%2Fb',
  'root%2Fone',
  'a%0d%0aX-Evil:1',
  '%F0%9F%92%A9',
  '--help',
  '__proto__',
  'constructor',
  "'%20OR%201=1",
  '',
  '?',
  '%25%32%46',
  'a;b',
  '1%201',
  '%e2%80%ae',
  'x'.repeat(5000),
]

const TAILS: ReadonlyArray<string> = [
  '',
  '=',
  '=1',
  '=%',
  '=%zz',
  '=%00',
  '=%ff',
  '=%ed%a0%80',
  '[]=',
  '[][]=1',
  '[a]=1',
  '[a][b][c]=1',
  '[__proto__][x]=1',
  '[',
  ']=1',
  '=-1',
  '=0',
  '=1.5',
  '=99999999999999999999',
  '=1e400',
  '=true',
  '=main',
  '=__proto__',
  '=%27--',
  '=%25',
  '=%5C',
  '=a,b,,c',
  `=${'x'.repeat(8000)}`,
  `=${'%20a'.repeat(2000)}`,
  `${'[a]'.repeat(300)}=1`,
]

const TYPES: ReadonlyArray<string> = [
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=nonsense',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/octet-stream',
  'application/xml',
  'x',
  '',
  '*/*',
]

const METHODS: ReadonlyArray<string> = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'LOCK',
  'FOO',
]

const HEADERS: ReadonlyArray<Readonly<Record<string, string | ReadonlyArray<string>>>> = [
  {},
  {},
  {},
  { 'if-none-match': '"x", W/"y", *' },
  { 'if-modified-since': 'x', 'if-unmodified-since': 'Sat, 99 Foo' },
  { range: 'bytes=5-1,-0,9-' },
  { accept: ['x/y;q=nonsense', '*/*'] },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br, gzip' },
  {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'sec-websocket-version': '13',
  },
  { connection: 'upgrade', upgrade: 'h2c' },
  { 'accept-encoding': 'gzip;q=0, *;q=0' },
  { origin: 'null', 'access-control-request-method': 'x' },
  { sudo: '1' },
  { sudo: 'nobody' },
  { 'x-request-id': 'x'.repeat(2000) },
  { 'forgefold-position': 'x' },
  { 'forgefold-position': '-1' },
  { authorization: 'Bearer' },
  { authorization: 'Basic !!!' },
  { cookie: '_forgefold_session=%; a; =b' },
]

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

/** What stands behind the name of a part: most are fields, some are files. */
const FILES: ReadonlyArray<string> = [
  '',
  '',
  '; filename="a.txt"',
  '; filename="../\u0000"',
  "; filename*=utf-8''%ff%zz",
  '\r\nContent-Type: application/octet-stream',
  '\r\nContent-Type: text/plain; charset=nonsense',
  '\r\nContent-Type: multipart/mixed; boundary=x',
]

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

const bodyOf = (random: Random, type: string, fields: Operation['fields'], isHostile: boolean): Uint8Array => {
  if (isHostile && random.chance(0.1)) return noise(random)
  if (isHostile && random.chance(0.05)) return Buffer.from(one(random, VALUES)(random))
  const pairs = pairsOf(random, fields, isHostile)
  const text = type.includes('form-urlencoded')
    ? formOf(random, Object.keys(fields))
    : type.startsWith('multipart')
      ? multipartOf(random, pairs)
      : jsonOf(pairs)
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
