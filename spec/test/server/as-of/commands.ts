import { apiRoutes } from '@forgefold/spec/api-routes'

/** One request that may change something. */
export interface Command {
  readonly method: string
  readonly path: string
  readonly json: Readonly<Record<string, unknown>>
}

/** A number from 0 up to `below`. */
export type Dice = (below: number) => number

/** Numbers that are the same for the same seed (mulberry32). */
export const diceOf = (seed: number): Dice => {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** What would end the world that is asked about, take the token with which it is asked, or wait for others. */
const LEFT_OUT = [
  /^DELETE \/(?:projects|groups|users)\/:\w+$/,
  /personal_access_tokens|\/access_tokens|^\w+ \/runners|^\w+ \/jobs|\/hooks|\/mirror|\/import|\/export|\/fork|\/migrate/,
  /\/application\/settings$|\/block$|\/ban$|\/deactivate$|\/archive$|\/transfer|\/rebase|\/housekeeping|\/oauth|\/reactors/,
  /\/terraform|\/markdown|\/lint$|\/validate|\/sessions?$|\/license/,
]

const routes = apiRoutes
  .filter(({ method, path }) => method !== 'GET' && !LEFT_OUT.some((one) => one.test(`${method} ${path}`)))
  .map(({ method, path, params }) => ({ method, path, params: params ?? {} }))

interface Schema {
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
}

/** Values that mean something in the world of the history. */
const MEANINGFUL: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  color: ['#112233', '#ff0000', '#00ff00'],
  ref: ['main', 'feature'],
  branch: ['main', 'feature'],
  url: ['https://a.example/x', 'https://b.example/y'],
  external_url: ['https://a.example', 'https://b.example'],
  state_event: ['close', 'reopen'],
  due_date: ['2024-05-01', '2025-01-31'],
  start_date: ['2024-01-01'],
  expires_at: ['2031-01-01'],
  emoji: ['thumbsup', 'tada'],
  labels: ['one,two', 'bug'],
  scopes: [['api'], ['read_api']],
  visibility: ['private', 'internal', 'public'],
  access_level: [20, 30, 40],
  user_id: [1, 2, 3],
}

const WORDS = ['ash', 'birch', 'cedar', 'elm', 'fir', 'hazel', 'larch', 'maple', 'oak', 'pine', 'rowan', 'yew']

const sampleOf = (name: string, schema: Schema, dice: Dice): unknown => {
  const known = schema.enum ?? MEANINGFUL[name]
  if (known !== undefined) return known[dice(known.length)]
  const kind = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (kind === 'boolean') return dice(2) === 1
  if (kind === 'integer' || kind === 'number')
    return (schema.minimum ?? 1) + dice(Math.min(3, 1 + (schema.maximum ?? 3) - (schema.minimum ?? 1)))
  if (kind === 'array') return [WORDS[dice(WORDS.length)]]
  if (kind === 'object') return {}
  return schema.format === 'date' ? '2025-02-03' : `${WORDS[dice(WORDS.length)]}-${dice(1000)}`
}

/** The path of a route among things that are there, by the longest part of it that is known; undefined where that leads nowhere. */
const pathOf = (pattern: string, paths: ReadonlyMap<string, string>): string | undefined => {
  for (let known = pattern; known !== ''; known = known.slice(0, known.lastIndexOf('/'))) {
    const rest = pattern.slice(known.length)
    const found = paths.get(known)
    if (found === undefined) continue
    return /[:*]/.test(rest) || found.includes('?') ? undefined : `${found}${rest}`
  }
  return /[:*]/.test(pattern) ? undefined : pattern
}

/** A request to any of the routes that write, with some of the parameters that it takes; it may well be refused. */
export const randomCommand = (dice: Dice, paths: ReadonlyMap<string, string>): Command => {
  for (;;) {
    const { method, path: pattern, params } = routes[dice(routes.length)] as (typeof routes)[number]
    // What is there is changed more often than removed.
    if (method === 'DELETE' && dice(3) > 0) continue
    const path = pathOf(pattern, paths)
    if (path === undefined) continue
    const named = new Set(pattern.split('/').map((part) => part.slice(1)))
    const body = Object.entries(params).filter(([name]) => !named.has(name))
    const chosen = body.filter(([, { required }]) => required || dice(body.length) < 3)
    const json = Object.fromEntries(
      chosen.map(([name, { type }]) => [name, sampleOf(name, type.schema as Schema, dice)]),
    )
    return { method, path, json }
  }
}
