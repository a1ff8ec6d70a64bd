import type { Write } from '../write.js'
import { groupOf, NUMBERS, ONE, post, projectOf, put, remove, userOf, write } from './requests.js'

/** Projects, groups, members, users and their credentials. */
export const placesChanges: ReadonlyArray<Write> = [
  write(
    'fork a project',
    2,
    'number and names, the thing and its owner',
    (_, n, { id }) => post(`/projects/${id}/fork`, { path: `forked-${n}`, name: `forked-${n}` }),
    projectOf('to-fork'),
  ),
  write(
    'end the relation of a fork',
    1,
    ONE,
    (_, __, { id }) => remove(`/projects/${id}/fork`),
    (place, n) => [
      ...projectOf('loose')(place, n),
      ({ id }) => post(`/projects/${id}/fork`, { path: `loosened-${n}`, name: `loosened-${n}` }),
    ],
  ),
  write('archive a project', 1, ONE, (_, __, { id }) => post(`/projects/${id}/archive`), projectOf('archived'), [
    'POST /projects/{id}/unarchive',
  ]),
  write(
    'move a project',
    4,
    'two names one after the other, the thing, the names given back',
    ({ group }, _, { id }) => put(`/projects/${id}/transfer`, { namespace: group.split('/').at(-1) }),
    projectOf('moved'),
  ),
  write(
    'delete a project',
    3,
    'the thing, the names given back, the repository',
    (_, __, { id }) => remove(`/projects/${id}`),
    projectOf('deleted'),
    ['POST /projects/{id}/restore'],
  ),
  write(
    'change a group',
    1,
    ONE,
    (_, n, { id }) => put(`/groups/${id}`, { description: `d${n}` }),
    groupOf('described'),
  ),
  write(
    'move a group',
    3,
    'name, the thing, the name given back',
    ({ group }, _, { id }) => post(`/groups/${id}/transfer`, { group_id: group.split('/').at(-1) }),
    groupOf('shifted'),
  ),
  write('delete a group', 1, ONE, (_, __, { id }) => remove(`/groups/${id}`), groupOf('deleted'), [
    'POST /groups/{id}/restore',
  ]),
  write(
    'add a member',
    1,
    ONE,
    ({ project }, _, { id }) => post(`${project}/members`, { user_id: id, access_level: 30 }),
    userOf('member'),
    ['POST /groups/{id}/members'],
  ),
  write(
    'change a member',
    1,
    ONE,
    ({ project }, _, { id }) => put(`${project}/members/${id}`, { access_level: 40 }),
    (place, n) => [
      ...userOf('raised')(place, n),
      ({ id }) => post(`${place.project}/members`, { user_id: id, access_level: 30 }),
    ],
    ['PUT /groups/{id}/members/{user_id}'],
  ),
  write(
    'remove a member',
    1,
    ONE,
    ({ project }, _, { id }) => remove(`${project}/members/${id}`),
    (place, n) => [
      ...userOf('left')(place, n),
      ({ id }) => post(`${place.project}/members`, { user_id: id, access_level: 30 }),
    ],
    ['DELETE /groups/{id}/members/{user_id}'],
  ),
  write(
    'change a user',
    2,
    'the thing as it is, the thing',
    (_, n, { id }) => put(`/users/${id}`, { bio: `b${n}` }),
    userOf('changed'),
  ),
  write(
    'take an identity of a user away',
    3,
    'the thing as it is, the thing, the name given back',
    (_, __, { id }) => remove(`/users/${id}/identities/somewhere`),
    (place, n) => [
      ...userOf('vouched')(place, n),
      ({ id }) => put(`/users/${id}`, { provider: 'somewhere', extern_uid: `vouched-${n}` }),
    ],
  ),
  write('block a user', 1, ONE, (_, __, { id }) => post(`/users/${id}/block`), userOf('blocked'), [
    'POST /users/{id}/unblock',
    'POST /users/{id}/ban',
    'POST /users/{id}/unban',
    'POST /users/{id}/deactivate',
    'POST /users/{id}/activate',
    'POST /users/{id}/approve',
    'POST /users/{id}/reject',
  ]),
  write(
    'delete a user',
    3,
    'the thing as it is, the thing, the names given back',
    (_, __, { id }) => remove(`/users/${id}`),
    userOf('deleted'),
  ),
  write(
    'make a token',
    2,
    NUMBERS,
    (_, n, { id }) => post(`/users/${id}/personal_access_tokens`, { name: `t${n}`, scopes: ['api'] }),
    userOf('token'),
    ['POST /users/{user_id}/impersonation_tokens'],
  ),
  write(
    'revoke a token',
    1,
    ONE,
    (_, __, { id }) => remove(`/personal_access_tokens/${id}`),
    (place, n) => [
      ...userOf('revoked')(place, n),
      ({ id }) => post(`/users/${id}/personal_access_tokens`, { name: 't', scopes: ['api'] }),
    ],
    ['DELETE /personal_access_tokens/self', 'DELETE /users/{user_id}/impersonation_tokens/{impersonation_token_id}'],
  ),
  write('register an application', 2, NUMBERS, (_, n) =>
    post('/applications', { name: `a${n}`, redirect_uri: 'https://a.example', scopes: 'api' }),
  ),
  write(
    'delete an application',
    1,
    ONE,
    (_, __, { id }) => remove(`/applications/${id}`),
    (_, n) => [() => post('/applications', { name: `d${n}`, redirect_uri: 'https://a.example', scopes: 'api' })],
  ),
  write(
    'revoke a deploy token',
    1,
    ONE,
    ({ project }, _, { id }) => remove(`${project}/deploy_tokens/${id}`),
    ({ project }, n) => [() => post(`${project}/deploy_tokens`, { name: `r${n}`, scopes: ['read_package_registry'] })],
    ['POST /groups/{id}/deploy_tokens', 'DELETE /groups/{id}/deploy_tokens/{token_id}'],
  ),
]
