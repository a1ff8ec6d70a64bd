import type { Request, Write } from '../write.js'
import { type Before, jobOf, jobsIn, NUMBERS, ONE, pipelineIn, post, put, remove, write } from './requests.js'

const read: Before = ({ project }) => [() => ({ method: 'GET', path: project })]
const registered: Before = (place, n) => [
  ...read(place, n),
  ({ runners_token: token }) => post('/runners', { token, locked: false }),
]

/** A job that waits for a runner of the project, and the token of that runner. */
const waiting: Before = (place, n) => [...jobsIn(place, n), ...registered(place, n)]
const taken: Before = (place, n) => [...waiting(place, n), ({ token }) => post('/jobs/request', { token })]

const BOUNDARY = 'of-the-form'

const artifactOf = (id: number, token: string): Request => ({
  method: 'POST',
  path: `/jobs/${id}/artifacts`,
  bytes: Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nzip\r\n--${BOUNDARY}--\r\n`,
  ),
  headers: { 'job-token': token, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
})

/** A job that has left an archive behind. */
const archived: Before = (place, n) => {
  let job = 0
  return [
    ...taken(place, n),
    ({ id, token }) => {
      job = id
      return artifactOf(id, String(token))
    },
    () => ({ method: 'GET', path: `${place.project}/jobs/${job}` }),
  ]
}

/** Runners as records, and what they say of jobs. */
export const runnerChanges: ReadonlyArray<Write> = [
  write(
    'take a job as a runner',
    2,
    'its events, the token of the job',
    (_, __, { token }) => post('/jobs/request', { token }),
    waiting,
  ),
  write(
    'report on a job as its runner',
    1,
    ONE,
    (_, __, { id, token }) => put(`/jobs/${id}`, { token, state: 'success' }),
    taken,
  ),
  write(
    'append to a trace',
    1,
    ONE,
    (_, __, { id, token }) => ({
      method: 'PATCH',
      path: `/jobs/${id}/trace`,
      bytes: Buffer.from('hello'),
      headers: { 'job-token': String(token), 'content-range': '0-4' },
    }),
    taken,
  ),
  write('upload an artifact', 1, ONE, (_, __, { id, token }) => artifactOf(id, String(token)), taken),
  write('keep artifacts', 1, ONE, ({ project }, _, { id }) => post(`${project}/jobs/${id}/artifacts/keep`), archived),
  write('delete artifacts', 1, ONE, ({ project }, _, { id }) => remove(`${project}/jobs/${id}/artifacts`), archived, [
    'DELETE /projects/{id}/artifacts',
  ]),
  write(
    'erase a job',
    1,
    ONE,
    ({ project }, _, made) => post(`${project}/jobs/${jobOf(made, 'build')}/erase`),
    (place, n) => [
      ...pipelineIn(place, n),
      ({ id }) => post(`${place.project}/pipelines/${id}/cancel`),
      ({ id }) => ({ method: 'GET', path: `${place.project}/pipelines/${id}/jobs` }),
    ],
  ),
  write('register a runner', 2, NUMBERS, (_, __, { runners_token: token }) => post('/runners', { token }), read, [
    'POST /user/runners',
  ]),
  write('change a runner', 1, ONE, (_, n, { id }) => put(`/runners/${id}`, { description: `r${n}` }), registered),
  write('remove a runner', 1, ONE, (_, __, { id }) => remove(`/runners/${id}`), registered, ['DELETE /runners']),
  write(
    'reset the token of a runner',
    1,
    ONE,
    (_, __, { id }) => post(`/runners/${id}/reset_authentication_token`),
    registered,
    ['POST /runners/reset_authentication_token'],
  ),
  write(
    'reset a registration token',
    1,
    ONE,
    ({ project }) => post(`${project}/runners/reset_registration_token`),
    undefined,
    ['POST /groups/{id}/runners/reset_registration_token', 'POST /runners/reset_registration_token'],
  ),
  write(
    'enable a runner for a project',
    1,
    ONE,
    ({ project }, _, { id }) => post(`${project}/runners`, { runner_id: id }),
    (_, n) => [
      () => post('/projects', { name: `runs-${n}-${Math.random()}` }),
      ({ id }) => ({ method: 'GET', path: `/projects/${id}` }),
      ({ runners_token: token }) => post('/runners', { token, locked: false }),
    ],
  ),
  write(
    'disable a runner for a project',
    1,
    ONE,
    ({ project }, _, { id }) => remove(`${project}/runners/${id}`),
    (place, n) => [
      () => post('/projects', { name: `ran-${n}-${Math.random()}` }),
      ({ id }) => ({ method: 'GET', path: `/projects/${id}` }),
      ({ runners_token: token }) => post('/runners', { token, locked: false }),
      ({ id }) => post(`${place.project}/runners`, { runner_id: id }),
    ],
  ),
]
