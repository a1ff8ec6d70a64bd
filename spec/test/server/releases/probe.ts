import type { Answered, TestInstance } from '@forgefold/spec/instance'
import type { History } from './history.js'

/** One release of the same history, with what every path that can be read has answered. */
export interface Scene {
  readonly instance: TestInstance
  readonly history: History
  readonly release: string
  /** By the path of the route. */
  readonly answers: ReadonlyMap<string, Answered>
  /** The credentials of an application made before 14.3. */
  readonly oldApplication: string
}

/** Whether a thing is there, found out from outside. */
export type Probe = (scene: Scene) => boolean | Promise<boolean>

/** Pages by key alone refuse an order in which there are none. */
export const pagesByKey =
  (pathOf: (history: History) => string): Probe =>
  async ({ instance, history }) => {
    const asked = { as: instance.root, query: 'pagination=keyset&order_by=name' }
    return (await instance.ask('GET', `/api/v4${pathOf(history)}`, asked)).status === 405
  }

const ABSENT = new Set(['404 Not Found', '405 Not Allowed'])

/** An endpoint that is there asks the anonymous who they are, or answers; one that is not knows no such path or method. */
export const endpointProbe =
  (name: string): Probe =>
  async ({ instance, history }) => {
    const [method = '', pattern = ''] = name.split(' ')
    const path = pattern.replace(/^\/(projects|groups)\/:id/, (_, kind: string) =>
      kind === 'projects' ? `/projects/${history.open}` : `/groups/${history.group}`,
    )
    const answered = await instance.ask(method, `/api/v4${path.replace(/:\w+/g, '1')}`)
    return !ABSENT.has(String((answered.json as { readonly error?: unknown } | undefined)?.error))
  }
