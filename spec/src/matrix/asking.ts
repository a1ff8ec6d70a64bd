import type { Answered, Asked, TestInstance } from '../instance/index.js'

export type Json = Readonly<Record<string, unknown>>

/** Requests that have to succeed, as the administrator or as another user. */
export interface Asking {
  /** Of the API. */
  readonly ask: (method: string, path: string, asked?: Asked) => Promise<Answered>
  /** Beside the API. */
  readonly askOutside: (method: string, path: string, asked?: Asked) => Promise<Answered>
  /** The answer's JSON. Throws where the request was refused. */
  readonly make: <A = Made>(method: string, path: string, json?: Json, as?: string) => Promise<A>
  /** The id of a new user. */
  readonly person: (username: string) => Promise<number>
  /** Done if it can be done. */
  readonly attempt: (method: string, path: string, json?: Json, as?: string) => Promise<void>
}

/** Something that was made. */
export interface Made {
  readonly id: number
  readonly iid: number
  readonly name: string
}

/** What a place is made in: an instance in this process, or one elsewhere. */
export type Addressee = Pick<TestInstance, 'ask' | 'person' | 'root'>

/** `as`: the user name that the administrator impersonates. */
export const askingOf = (instance: Addressee): Asking => {
  const ask: Asking['ask'] = (method, path, asked = {}) => instance.ask(method, `/api/v4${path}`, asked)
  const sent = (method: string, pathAndQuery: string, json?: Json, as?: string): Promise<Answered> => {
    const [path = '', query = ''] = pathAndQuery.split('?')
    return ask(method, path, {
      as: instance.root,
      query,
      ...(json === undefined ? {} : { json }),
      headers: { 'User-Agent': 'matrix', ...(as === undefined ? {} : { Sudo: as }) },
    })
  }
  return {
    ask,
    askOutside: instance.ask,
    make: async (method, path, json, as) => {
      const answered = await sent(method, path, json, as)
      if (answered.status >= 300) throw new Error(`${method} ${path}: ${answered.status} ${answered.text}`)
      return answered.json as never
    },
    person: async (username) => (await instance.person(username)).id,
    attempt: async (method, path, json, as) => {
      await sent(method, path, json, as)
    },
  }
}
