import type { Benchmark, Rounds } from '../benchmark.js'
import { type Load, rateOf } from './load.js'
import { ask, setStage } from './stage.js'

interface OtherWrite {
  readonly name: string
  readonly method?: 'PUT'
  readonly path: string
  readonly body: unknown
}

/** What is written beside deployments. A merge request is changed and not opened, since a pair of branches has only one that is open. */
const writesOf = (sha: string): ReadonlyArray<OtherWrite> => [
  { name: 'issue', path: '/projects/1/issues', body: { title: 'SERIAL' } },
  { name: 'note', path: '/projects/1/issues/1/notes', body: { body: 'SERIAL' } },
  {
    name: 'merge request',
    method: 'PUT',
    path: '/projects/1/merge_requests/1',
    body: { description: 'SERIAL' },
  },
  {
    name: 'approval rule',
    path: '/projects/1/approval_rules',
    body: { name: 'SERIAL', approvals_required: 0, user_ids: [1] },
  },
  { name: 'status', path: `/projects/1/statuses/${sha}`, body: { state: 'success', name: 'SERIAL' } },
  {
    name: 'setting',
    method: 'PUT',
    path: '/application/settings',
    body: { default_branch_name: 'trunk-SERIAL' },
  },
  { name: 'token', path: '/users/1/personal_access_tokens', body: { name: 'SERIAL', scopes: ['read_user'] } },
]

/** An issue, and a merge request of a branch with a commit of its own. */
const provideOthers = async (url: string): Promise<void> => {
  await ask(url, '/projects/1/issues', { title: 'first' })
  const actions = [{ action: 'create', file_path: 'b.txt', content: 'b' }]
  const commit = { branch: 'side', start_branch: 'main', commit_message: 'b', actions }
  await ask(url, '/projects/1/repository/commits', commit)
  await ask(url, '/projects/1/merge_requests', { source_branch: 'side', target_branch: 'main', title: 'first' })
}

const prepare = async (): Promise<Rounds> => {
  const stage = await setStage(0)
  await provideOthers(stage.product)
  const rates = new Map<string, number>()
  let ceiling = 0
  const loadOf = ({ method, path, body }: OtherWrite): Load => ({
    url: `${stage.product}/api/v4${path}`,
    headers: stage.headers,
    body: JSON.stringify(body),
    ...(method === undefined ? {} : { method }),
  })
  return {
    unit: 'requests/s',
    rounds: 3,
    ceiling: async () => {
      ceiling = await rateOf({ url: `${stage.ceiling}/write`, body: '{"n":SERIAL}' })
      return ceiling
    },
    product: async () => {
      for (const write of writesOf(stage.sha)) rates.set(write.name, await rateOf(loadOf(write)))
      return Math.min(...rates.values())
    },
    notes: () => [
      'requests/s of each in the last round, and as a ratio',
      ...Array.from(rates, ([name, rate]) => `${name.padEnd(20)} ${rate.toFixed(0)} ${(rate / ceiling).toFixed(2)}`),
    ],
    finish: stage.stop,
  }
}

export const otherWrites: Benchmark = {
  name: 'W1n',
  work: 'the slowest of an issue, a note, a merge request, an approval rule, a status, a setting, a token, durable, 64 connections',
  ceiling: 'uWebSockets.js, group commit of as many raw rows as a deployment is',
  goal: { atLeast: 0.25 },
  prepare,
}
