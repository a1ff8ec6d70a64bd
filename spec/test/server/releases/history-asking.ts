import type { Answered, TestInstance } from '@forgefold/spec/instance'
import { expect } from 'vitest'

export type Json = Readonly<Record<string, unknown>>

/** How a history is written: calls of the API by root, or by whoever holds the token `as`. */
export interface Asking {
  readonly instance: TestInstance
  readonly answer: (method: string, path: string, json?: unknown, as?: string) => Promise<Answered>
  /** It has to succeed. */
  readonly must: (method: string, path: string, json?: unknown, as?: string) => Promise<Json>
  /** Makes something and gives its number back. */
  readonly make: (path: string, json: unknown, as?: string) => Promise<number>
  readonly list: (path: string, query?: string) => Promise<ReadonlyArray<Json>>
}

/** Who opened an issue with which program can be asked later. */
const CLIENT = { 'user-agent': 'history' }

export const askingOf = (instance: TestInstance): Asking => {
  const answer = (method: string, path: string, json?: unknown, as = instance.root): Promise<Answered> =>
    instance.ask(method, `/api/v4${path}`, { as, headers: CLIENT, json })
  const must = async (method: string, path: string, json?: unknown, as = instance.root): Promise<Json> => {
    const answered = await answer(method, path, json, as)
    expect(answered.status, `${method} ${path}: ${answered.text}`).toBeLessThan(300)
    return answered.json as Json
  }
  const make = async (path: string, json: unknown, as?: string): Promise<number> =>
    (await must('POST', path, json, as))['id'] as number
  const list = async (path: string, query?: string): Promise<ReadonlyArray<Json>> => {
    const how = { as: instance.root, ...(query === undefined ? {} : { query }) }
    return (await instance.ask('GET', `/api/v4${path}`, how)).json as ReadonlyArray<Json>
  }
  return { instance, answer, must, make, list }
}
