import type { Position, StoredEvent } from '@forgefold/core/kernel'
import type { Route } from '@forgefold/server/http'
import type { Answered } from '@forgefold/spec/instance'
import { attacksOn, shown } from './attacks.js'
import type { HostileWorld } from './world.js'

/** A deployment makes its environment before its commit is looked up, and that one stays (docs/reference/behaviour/delivery.md#creating-a-deployment). */
const mayStay = ({ method, path }: Route, { stream, type }: StoredEvent): boolean =>
  // Who asks at all was active on that day, whatever the answer is.
  type === 'ActivityNoted' ||
  (method === 'POST' && path === '/projects/:id/deployments' && /^(counter|environment|reservation)-/.test(stream))

const lastPosition = async ({ instance }: HostileWorld): Promise<Position | undefined> => {
  const read = await instance.forge.events.readAll({ direction: 'backwards', limit: 1 })
  return read.kind === 'Read' ? read.events[0]?.position : undefined
}

/** What a request wrote: its own events. What reactors do meanwhile belongs to earlier ones. */
const writtenBy = async (
  { instance }: HostileWorld,
  after: Position | undefined,
  requestId: string | undefined,
): Promise<ReadonlyArray<StoredEvent>> => {
  const read = await instance.forge.events.readAll({ ...(after === undefined ? {} : { after }), limit: 1000 })
  const events = read.kind === 'Read' ? read.events : []
  const own = events.filter(({ metadata }) => metadata.requestId === requestId)
  const released = new Set(own.filter(({ type }) => type === 'NameReleased').map(({ stream }) => stream))
  // A name that was taken and given back again is as it was.
  return own.filter(({ stream }) => !released.has(stream))
}

/** Tries everything on a route; gives what did harm: a 5xx, a defect, or a refusal that left something in the history. */
export const harmDoneTo = async (world: HostileWorld, route: Route, budget: number): Promise<ReadonlyArray<string>> => {
  const harm: Array<string> = []
  let before = await lastPosition(world)
  for (const attack of attacksOn(world, route, budget)) {
    const note = (what: string): void => {
      harm.push(`${shown(route, attack)}: ${what}`)
    }
    let answered: Answered
    try {
      answered = await world.ask(route.method, attack.path, attack.asked)
    } catch (defect) {
      note(defect instanceof Error ? (defect.stack ?? defect.message) : String(defect))
      continue
    }
    const { status, headers, text } = answered
    if (status >= 500) note(`${status} ${text}`)
    const last = await lastPosition(world)
    if (status >= 400 && last !== before) {
      const written = await writtenBy(world, before, headers.get('x-request-id'))
      for (const event of written)
        if (!mayStay(route, event)) note(`${status}, and yet ${event.type} in ${event.stream}`)
    }
    before = last
  }
  return harm
}
