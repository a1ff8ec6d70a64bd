import type { Asking, Json } from './history-asking.js'
import type { Setting } from './history-people.js'

const CI = "check: { script: ['true'] }\n"
export const GATED = ['gate-one', 'gate-two']
export const STOPPABLE = ['one', 'two']
const stoppableCi = (name: string): string => `ship:
  script: ['true']
  environment: { name: ${name}, on_stop: tear down }
tear down:
  script: ['true']
  when: manual
  environment: { name: ${name}, action: stop }
`
const OLD_CI = {
  'type-word': "ship: { type: deploy, script: ['true'] }\n",
  'types-word': "types: [ship]\nship: { stage: ship, script: ['true'] }\n",
  'long-name': `${'j'.repeat(256)}: { script: ['true'] }\n`,
  'many-parallel': "check: { script: ['true'], parallel: 51, rules: [{ if: '$CI_PIPELINE_SOURCE == \"api\"' }] }\n",
  cobertura: "check: { script: ['true'], artifacts: { reports: { cobertura: c.xml } } }\n",
}

/** The newest commit of the first branch, and the blob of its first file. */
export interface Commits {
  readonly sha: string
  readonly blob: string
}

/** Writes one new file on a branch, which begins at the first one where it is new. */
export const commitTo =
  ({ must }: Asking, { at }: Setting) =>
  (branch: string, file_path: string, content: string): Promise<Json> =>
    must('POST', `${at}/repository/commits`, {
      branch,
      start_branch: 'main',
      commit_message: `On ${branch}\n\nCloses #1`,
      actions: [{ action: 'create', file_path, content }],
    })

/** Branches, a tag, what protects them, and what is said of a commit. */
export const writeCommits = async (asking: Asking, setting: Setting): Promise<Commits> => {
  const { answer, must, make, list } = asking
  const { at, group } = setting
  const commit = commitTo(asking, setting)
  await commit('feature', '.gitlab-ci.yml', CI)
  await commit('ready', 'ready.txt', 'ready\n')
  await commit('merged', 'merged.txt', 'merged\n')
  for (const [branch, text] of Object.entries(OLD_CI)) await commit(branch, '.gitlab-ci.yml', text)
  await commit('built', '.gitlab-ci.yml', CI)
  const protection = { required_approval_count: 1, approval_rules: [{ access_level: 40 }] }
  for (const place of [at, `/groups/${group}`])
    await must('POST', `${place}/protected_environments`, {
      name: 'production',
      deploy_access_levels: [{ access_level: 40 }],
      ...protection,
    })
  for (const name of STOPPABLE) await commit(`stops-${name}`, '.gitlab-ci.yml', stoppableCi(name))
  await must('POST', `${at}/protected_tags`, { name: 'v*' })
  await must('POST', `${at}/repository/tags`, { tag_name: 'v1', ref: 'main', message: 'one' })
  const links = [{ name: 'binary', url: 'https://files.example/v1', filepath: '/binary' }]
  await must('POST', `${at}/releases`, { tag_name: 'v1', assets: { links } })
  for (const place of [at, `/groups/${group}`, '/admin/ci'])
    await must('POST', `${place}/variables`, { key: 'KEY', value: 'value' })
  const sha = ((await answer('GET', `${at}/repository/commits/main`)).json as Json)['id'] as string
  await must('POST', `${at}/statuses/${sha}`, { state: 'success', name: 'outside' })
  await must('POST', `${at}/repository/commits/${sha}/comments`, { note: 'Said of a commit' })
  const talk = await must('POST', `${at}/repository/commits/${sha}/discussions`, { body: 'To be talked about' })
  const answers = `${at}/repository/commits/${sha}/discussions/${String(talk['id'])}/notes`
  const said = await must('POST', answers, { body: 'An answer' })
  await must('PUT', `${answers}/${String(said['id'])}`, { body: 'A better answer' })
  const unsaid = await must('POST', answers, { body: 'Nothing' })
  await must('DELETE', `${answers}/${String(unsaid['id'])}`)
  await make(`${at}/deployments`, deploymentOf(sha))
  const [readme] = await list(`${at}/repository/tree`)
  return { sha, blob: String(readme?.['id']) }
}

/** A deployment of a commit that somebody else's CI made. */
export const deploymentOf = (sha: unknown) => ({
  sha,
  ref: 'main',
  tag: false,
  status: 'success',
  environment: 'staging',
})
