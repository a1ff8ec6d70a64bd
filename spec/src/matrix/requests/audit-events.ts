import type { Place } from '../place.js'
import type { Requests } from './sent.js'

/** The newest audit event below a path of the API. */
const newest = async (place: Place, path: string): Promise<number> => {
  const [event] = await place.asking.make<ReadonlyArray<{ readonly id: number }>>('GET', `${path}/audit_events`)
  return event?.id ?? 0
}

export const auditEventRequests: Requests = {
  'GET /audit_events/:id': async (place) => ({ at: { id: await newest(place, '') } }),
  'GET /projects/:id/audit_events/:audit_event_id': async (place) => ({
    at: { audit_event_id: await newest(place, place.project) },
  }),
  'GET /groups/:id/audit_events/:audit_event_id': async (place) => ({
    at: { audit_event_id: await newest(place, place.group) },
  }),
}
