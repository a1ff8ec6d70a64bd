import type { Place, Request, Write } from '../write.js'
import { type Before, last, NUMBERS, ONE, post, put, remove, write } from './requests.js'

const hook = ({ project }: Place, n: number): Request =>
  post(`${project}/hooks`, { url: `https://hooks.example/${n}`, push_events: false })
const variable = ({ project }: Place, id: number): Request =>
  put(`${project}/hooks/${id}/url_variables/secret`, { value: 'a value of it' })

const hookIn: Before = (place, n) => [() => hook(place, n)]

/** The same of groups and of the instance. */
const elsewhere = (method: string, rest: string): ReadonlyArray<string> => [
  `${method} /groups/{id}/hooks${rest}`,
  `${method} /hooks${rest}`,
]
const ONE_HOOK = '/{hook_id}'
const VARIABLE = `${ONE_HOOK}/url_variables/{key}`

/** Webhooks: what is kept of them. Deliveries are no writes of a request. */
export const webhookChanges: ReadonlyArray<Write> = [
  write('add a webhook', 2, NUMBERS, hook, undefined, elsewhere('POST', '')),
  write(
    'change a webhook',
    1,
    ONE,
    ({ project }, n, { id }) => put(`${project}/hooks/${id}`, { url: `https://other.example/${n}` }),
    hookIn,
    elsewhere('PUT', ONE_HOOK),
  ),
  write(
    'remove a webhook',
    1,
    ONE,
    ({ project }, _, { id }) => remove(`${project}/hooks/${id}`),
    hookIn,
    elsewhere('DELETE', ONE_HOOK),
  ),
  write(
    'set a variable of a webhook',
    1,
    ONE,
    (place, _, { id }) => variable(place, id),
    hookIn,
    elsewhere('PUT', VARIABLE),
  ),
  write(
    'remove a variable of a webhook',
    1,
    ONE,
    ({ project }, _, made) => remove(`${project}/hooks/${last(made).id}/url_variables/secret`),
    (place, n) => [
      ...hookIn(place, n),
      ({ id }) => variable(place, id),
      () => ({ method: 'GET', path: `${place.project}/hooks` }),
    ],
    elsewhere('DELETE', VARIABLE),
  ),
  write(
    'replay a webhook',
    2,
    'the event to start from, its events',
    ({ project }, _, { id }) => post(`${project}/hooks/${id}/replay`, { from: 1 }),
    hookIn,
    elsewhere('POST', `${ONE_HOOK}/replay`),
  ),
]
