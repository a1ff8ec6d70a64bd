import type { Made } from '../asking.js'
import type { Place } from '../place.js'
import type { Making, Requests, Sent } from './sent.js'

const NOWHERE = { url: 'http://127.0.0.1:9/' }

const FOLDERS = {
  '/projects/:id/hooks': (place: Place) => `${place.project}/hooks`,
  '/groups/:id/hooks': (place: Place) => `${place.group}/hooks`,
  '/hooks': () => '/hooks',
} as const

type FolderOf = (place: Place) => string

const onSpare =
  (folderOf: FolderOf, more: Omit<Sent, 'at'> = {}): Making =>
  async (place) => {
    const made = await place.asking.make('POST', folderOf(place), NOWHERE)
    return { at: { hook_id: made.id }, ...more }
  }

const withVariable =
  (folderOf: FolderOf): Making =>
  async (place) => {
    const url_variables = [{ key: 'room', value: 'x' }]
    const made = await place.asking.make('POST', folderOf(place), { ...NOWHERE, url_variables })
    return { at: { hook_id: made.id, key: 'room' } }
  }

/** A hook that was sent something, which it did not hear. */
const withDelivery =
  (folderOf: FolderOf): Making =>
  async (place) => {
    const { asking } = place
    const folder = folderOf(place)
    const made = await asking.make('POST', folder, NOWHERE)
    await asking.attempt('POST', `${folder}/${made.id}/test/push_events`)
    const log = await asking.make<ReadonlyArray<Made>>('GET', `${folder}/${made.id}/events`)
    return { at: { hook_id: made.id, hook_event_id: log[0]?.id ?? 0 } }
  }

export const webhookRequests: Requests = Object.fromEntries(
  Object.entries(FOLDERS).flatMap(([path, folderOf]): ReadonlyArray<readonly [string, Making]> => {
    const one = `${path}/:hook_id`
    return [
      [`POST ${path}`, () => ({ json: NOWHERE })],
      [`GET ${one}`, onSpare(folderOf)],
      [`POST ${one}`, onSpare(folderOf)],
      [`PUT ${one}`, onSpare(folderOf, { json: { push_events: true } })],
      [`DELETE ${one}`, onSpare(folderOf)],
      [
        `PUT ${one}/url_variables/:key`,
        async (place, caller) => {
          const sent = await onSpare(folderOf, { json: { value: 'x' } })(place, caller)
          return { ...sent, at: { ...sent?.at, key: 'room' } }
        },
      ],
      [`DELETE ${one}/url_variables/:key`, withVariable(folderOf)],
      [`GET ${one}/events`, onSpare(folderOf)],
      [`POST ${one}/events/:hook_event_id/resend`, withDelivery(folderOf)],
      [
        `POST ${one}/test/:trigger`,
        async (place, caller) => {
          const sent = await onSpare(folderOf)(place, caller)
          return { ...sent, at: { ...sent?.at, trigger: 'push_events' } }
        },
      ],
      [`POST ${one}/replay`, onSpare(folderOf, { json: { from: 0 } })],
    ]
  }),
)
