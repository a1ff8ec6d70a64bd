import type { Place, Request, Write } from '../write.js'
import { type Before, ONE, post, put, remove, userOf, write } from './requests.js'

const ask = (name: string, n: number): Request => ({
  ...post(`/projects/root%2F${name}-${n}/access_requests`),
  headers: { sudo: `${name}${n}` },
})

/** A user, and a public project. */
const openTo =
  (name: string): Before =>
  (place, n) => [...userOf(name)(place, n), () => post('/projects', { name: `${name}-${n}`, visibility: 'public' })]

const askedBy =
  (name: string): Before =>
  (place, n) => [...openTo(name)(place, n), () => ask(name, n)]

const invite = ({ project }: Place, address: string): Request =>
  post(`${project}/invitations`, { email: address, access_level: 30 })

/** Requests for access to groups and projects, and invitations. */
export const accessRequestChanges: ReadonlyArray<Write> = [
  write('invite a user', 1, ONE, (place, n) => invite(place, `new-${n}@example.com`), undefined, [
    'POST /groups/{id}/invitations',
  ]),
  write(
    'change an invitation',
    1,
    ONE,
    ({ project }, n) => put(`${project}/invitations/changed-${n}@example.com`, { access_level: 20 }),
    (place, n) => [() => invite(place, `changed-${n}@example.com`)],
    ['PUT /groups/{id}/invitations/{email}'],
  ),
  write(
    'withdraw an invitation',
    1,
    ONE,
    ({ project }, n) => remove(`${project}/invitations/back-${n}@example.com`),
    (place, n) => [() => invite(place, `back-${n}@example.com`)],
    ['DELETE /groups/{id}/invitations/{email}'],
  ),
  write('request access to a project', 1, ONE, (_, n) => ask('asker', n), openTo('asker'), [
    'POST /groups/{id}/access_requests',
  ]),
  write(
    'approve an access request',
    1,
    ONE,
    (_, n, { id }) => put(`/projects/root%2Fapproved-${n}/access_requests/${id}/approve`),
    askedBy('approved'),
    ['PUT /groups/{id}/access_requests/{user_id}/approve'],
  ),
  write(
    'deny an access request',
    1,
    ONE,
    (_, n, { id }) => remove(`/projects/root%2Fdenied-${n}/access_requests/${id}`),
    askedBy('denied'),
    ['DELETE /groups/{id}/access_requests/{user_id}'],
  ),
]
