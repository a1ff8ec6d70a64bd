import { ask, type Product } from './stage.js'

const SHA = /^[0-9a-f]{40}$/

/** Things to look at, so that most paths lead somewhere; the values of the paths' parameters by their names. */
const furnish = async ({ url, headers }: Product): Promise<Readonly<Record<string, string>>> => {
  const make = (path: string, body: unknown): Promise<Record<string, unknown>> => ask(url, path, body)
  const group = await make('/groups', { name: 'top', path: 'top' })
  const at = '/projects/1'
  const actions = [{ action: 'create', file_path: 'topic.txt', content: 'topic' }]
  const change = { branch: 'topic', start_branch: 'main', commit_message: 'topic', actions }
  const { id: sha } = await make(`${at}/repository/commits`, change)
  await make(`${at}/repository/tags`, { tag_name: 'v1', ref: 'main' })
  const request = { source_branch: 'topic', target_branch: 'main', title: 'Topic' }
  await make(`${at}/merge_requests`, request)
  await make(`${at}/issues`, { title: 'Issue' })
  for (const place of [at, `/groups/${group['id']}`]) {
    await make(`${place}/labels`, { name: 'bug', color: '#ff0000' })
    await make(`${place}/milestones`, { title: 'one' })
    await make(`${place}/deploy_tokens`, { name: 'machine', scopes: ['read_package_registry'] })
  }
  const note = await make(`${at}/merge_requests/1/notes`, { body: 'Said' })
  const issueNote = await make(`${at}/issues/1/notes`, { body: 'Said' })
  const talk = await make(`${at}/merge_requests/1/discussions`, { body: 'Asked' })
  const issueTalk = await make(`${at}/issues/1/discussions`, { body: 'Asked' })
  await make(`${at}/merge_requests/1/award_emoji`, { name: 'thumbsup' })
  const issueAward = await make(`${at}/issues/1/award_emoji`, { name: 'thumbsup' })
  const deployers = { deploy_access_levels: [{ access_level: 40 }] }
  await make(`${at}/protected_environments`, { name: 'production', ...deployers })
  await make(`/groups/${group['id']}/protected_environments`, { name: 'production', ...deployers })
  const file = `${url}/api/v4${at}/packages/generic/thing/1.0/file.bin`
  const kept = await fetch(file, { method: 'PUT', headers, body: 'content' })
  if (!kept.ok) throw new Error(`a package answered ${kept.status}`)
  await make(`${at}/statuses/${sha}`, { state: 'success' }).catch(() => undefined)
  return {
    sha: String(sha),
    branch: 'topic',
    tag_name: 'v1',
    file_path: 'topic.txt',
    note_id: String(note['id']),
    discussion_id: String(talk['id']),
    group: String(group['id']),
    issue_note_id: String(issueNote['id']),
    issue_discussion_id: String(issueTalk['id']),
    issue_award_id: String(issueAward['id']),
    package_type: 'generic',
    package_name: 'thing',
    package_version: '1.0',
    file_name: 'file.bin',
  }
}

const QUERIES: Readonly<Record<string, string>> = {
  compare: 'from=main&to=topic',
  merge_base: 'refs%5B%5D=main&refs%5B%5D=topic',
  '{file_path}': 'ref=topic',
  raw: 'ref=topic',
  diff: 'from=14.0&to=15.0',
}

/** One documented GET with its parameters filled in. */
export interface Step {
  readonly pattern: string
  readonly url: string
}

const stepOf = (base: string, pattern: string, values: Readonly<Record<string, string>>): Step => {
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'name')
      return pattern.includes('labels') ? 'bug' : pattern.includes('branches') ? 'main' : 'production'
    if (name === 'id' && pattern.startsWith('/groups/')) return values['group'] ?? '1'
    return (pattern.includes('/issues/') ? values[`issue_${name}`] : undefined) ?? values[name] ?? '1'
  })
  const query = QUERIES[pattern.slice(pattern.lastIndexOf('/') + 1)]
  const asked = query === undefined || SHA.test(path) ? '' : `?${query}`
  return { pattern, url: `${base}/api/v4${path}${asked}` }
}

/** Every documented GET that leads somewhere in a small furnished instance, and those that do not. */
export const walkPages = async (
  product: Product,
): Promise<{ readonly steps: ReadonlyArray<Step>; readonly missed: ReadonlyArray<string> }> => {
  const values = await furnish(product)
  const { url, headers } = product
  const document = (await (await fetch(`${url}/api/v4/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, { readonly get?: unknown }>>
  }
  const patterns = Object.keys(document.paths).filter((path) => document.paths[path]?.get !== undefined)
  const steps: Array<Step> = []
  const missed: Array<string> = []
  for (const pattern of patterns) {
    const step = stepOf(url, pattern, values)
    const answer = await fetch(step.url, { headers, redirect: 'manual' })
    await answer.arrayBuffer()
    if (answer.status === 200) steps.push(step)
    else missed.push(`${answer.status} ${pattern}`)
  }
  return { steps, missed }
}
