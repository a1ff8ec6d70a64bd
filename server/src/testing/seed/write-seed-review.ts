import { shown } from '../../embedding/known-names.js'
import type { SeedApprovalRule, SeedMergeRequest } from './document.js'
import type { SeedPath } from './seed-refused.js'
import type { SeededProject } from './seed-target.js'
import type { SeedWriter } from './seed-writer.js'

/** Adds an approval rule to a project or merge request. */
const writeRule = async (
  writer: SeedWriter,
  place: SeedPath,
  as: string,
  url: string,
  { name, approvals_required = 1, users = [], groups = [], rule_type }: SeedApprovalRule,
): Promise<void> => {
  const user_ids: Array<number> = []
  for (const [index, username] of users.entries())
    user_ids.push(await writer.userId([...place, 'users', index], username))
  const group_ids: Array<number> = []
  for (const [index, path] of groups.entries()) group_ids.push(await writer.groupId([...place, 'groups', index], path))
  const rule = { name, approvals_required, user_ids, group_ids, rule_type }
  await writer.send(place, as, 'POST', `${url}/approval_rules`, rule)
}

/** Adds approval rules to a project or merge request. */
export const writeApprovalRules = async (
  writer: SeedWriter,
  place: SeedPath,
  as: string,
  url: string,
  rules: ReadonlyArray<SeedApprovalRule> = [],
): Promise<void> => {
  for (const [index, rule] of rules.entries())
    await writeRule(writer, [...place, 'approval_rules', index], as, url, rule)
}

const settleState = async (
  writer: SeedWriter,
  place: SeedPath,
  as: string,
  at: string,
  state: SeedMergeRequest['state'],
) => {
  if (state === 'closed') await writer.send(place, as, 'PUT', at, { state_event: 'close' })
  if (state !== 'merged') return
  await writer.until(place, as, at, ({ merge_status }) => merge_status !== 'checking' && merge_status !== 'unchecked')
  await writer.send(place, as, 'PUT', `${at}/merge`)
}

/** Refuses a merge request without a target; without a source, begins that branch with a commit of one file by the author. */
const beginSource = async (
  writer: SeedWriter,
  place: SeedPath,
  { url, owner }: SeededProject,
  { source, target, title, author }: Readonly<Record<'source' | 'target' | 'title' | 'author', string>>,
): Promise<void> => {
  const has = (branch: string) => writer.has(place, owner, `${url}/repository/branches/${encodeURIComponent(branch)}`)
  if (!(await has(target))) writer.refuse(place, `there is no branch ${shown(target)} to merge into`)
  if (await has(source)) return
  const actions = [{ action: 'create', file_path: `${source}.md`, content: `${title}\n` }]
  const commit = { branch: source, start_branch: target, commit_message: title, actions }
  await writer.send(place, author, 'POST', `${url}/repository/commits`, commit)
}

/** Opens a merge request, adds its notes and approvals, and closes or merges it. */
export const writeMergeRequest = async (
  writer: SeedWriter,
  project: SeededProject,
  place: SeedPath,
  request: SeedMergeRequest,
): Promise<void> => {
  const { url, owner, branch } = project
  const { source, target = branch, title = source, description, labels, state, author = owner } = request
  await beginSource(writer, place, project, { source, target, title, author })
  const wanted = { source_branch: source, target_branch: target, title, description, labels: labels?.join() }
  const made = await writer.send(place, author, 'POST', `${url}/merge_requests`, wanted)
  const at = `${url}/merge_requests/${made['iid']}`
  await writeApprovalRules(writer, place, owner, at, request.approval_rules)
  for (const [index, { body, author: who = author, replies = [] }] of (request.discussions ?? []).entries()) {
    const begun = await writer.send([...place, 'discussions', index], who, 'POST', `${at}/discussions`, { body })
    for (const [nth, reply] of replies.entries()) {
      const there = [...place, 'discussions', index, 'replies', nth]
      const notes = `${at}/discussions/${begun['id']}/notes`
      await writer.send(there, reply.author ?? who, 'POST', notes, { body: reply.body })
    }
  }
  for (const [index, username] of (request.approvals ?? []).entries())
    await writer.send([...place, 'approvals', index], username, 'POST', `${at}/approve`)
  await settleState(writer, place, owner, at, state)
}
