import type { Request, Write } from '../write.js'
import { type Before, ONE, post, put, remove, userOf, write } from './requests.js'

const ask = (name: string, n: number): Request => ({
  ...post(`/projects/root%2F${name}-${n}/access_requests`),
  headers: { sudo: `${name}${n}` },
})

/** Somebody, and a project that everybody sees. */
const openTo =
  (name: string): Before =>
  (place, n) => [...userOf(name)(place, n), () => post('/projects', { name: `${name}-${n}`, visibility: 'public' })]

const askedBy =
  (name: string): Before =>
  (place, n) => [...openTo(name)(place, n), () => ask(name, n)]

/** Requests for access to groups and projects. */
export const accessRequestChanges: ReadonlyArray<Write> = [
  write('ask for access to a project', 1, ONE, (_, n) => ask('asker', n), openTo('asker'), [
    'POST /groups/{id}/access_requests',
  ]),
  write(
    'approve a request for access',
    1,
    ONE,
    (_, n, { id }) => put(`/projects/root%2Fapproved-${n}/access_requests/${id}/approve`),
    askedBy('approved'),
    ['PUT /groups/{id}/access_requests/{user_id}/approve'],
  ),
  write(
    'deny a request for access',
    1,
    ONE,
    (_, n, { id }) => remove(`/projects/root%2Fdenied-${n}/access_requests/${id}`),
    askedBy('denied'),
    ['DELETE /groups/{id}/access_requests/{user_id}'],
  ),
]
