import type { Answered, Asked, TestInstance } from '../instance/index.js'

/** One question and what came back, with what is random by its nature taken out. */
export interface Exchange {
  readonly asked: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface Recording {
  readonly exchanges: ReadonlyArray<Exchange>
  readonly say: (method: string, path: string, asked?: Asked) => Promise<Answered>
}

/** Drawn anew each time, or worked out in the background, before or after the answer: not the same twice on one store either. */
const RANDOM_FIELD = /token$|secret$|^uuid$|^application_id$|^uid$|merge_status$/
const RANDOM_HEADER = new Set(['x-request-id', 'x-gitlab-meta', 'x-runtime', 'forgefold-position', 'etag'])

const without = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string' && RANDOM_FIELD.test(name)) return '…'
  if (Array.isArray(value)) return value.map((one) => without(one))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, without(inner, key)]))
  return value
}

/** Asks an instance and keeps what was said. */
export const recorded = (instance: TestInstance): Recording => {
  const exchanges: Array<Exchange> = []
  return {
    exchanges,
    say: async (method, path, asked = {}) => {
      const answer = await instance.ask(method, path, { as: instance.root, ...asked })
      const headers = Object.fromEntries([...answer.headers].filter(([name]) => !RANDOM_HEADER.has(name)))
      const query = asked.query === undefined ? '' : `?${asked.query}`
      exchanges.push({
        asked: `${method} ${path}${query}`,
        status: answer.status,
        headers,
        body: answer.json === undefined ? answer.text : without(answer.json),
      })
      return answer
    },
  }
}
