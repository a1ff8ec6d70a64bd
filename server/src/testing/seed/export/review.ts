import type { SeedApprovalRule, SeedDiscussion, SeedMergeRequest } from '../document.js'
import type { Authors, People } from './people.js'
import type { Refs } from './repository.js'
import { type Json, listOf, type SeedSource, textOf, usernameOf, withoutBlanks } from './source.js'

const KINDS: ReadonlyArray<unknown> = ['regular', 'any_approver']

/** The approval rules of a project or merge request that name people. */
export const approvalRulesOf = async (
  source: SeedSource,
  people: People,
  url: string,
): Promise<ReadonlyArray<SeedApprovalRule>> =>
  (await source.all(`${url}/approval_rules`)).flatMap((rule) =>
    KINDS.includes(rule['rule_type'])
      ? [
          withoutBlanks({
            name: textOf(rule['name']),
            approvals_required: Number(rule['approvals_required']),
            users: listOf(rule['users']).map(usernameOf).filter(people.has),
            groups: listOf(rule['groups']).map((group) => textOf(group['full_path'])),
            ...(rule['rule_type'] === 'any_approver' ? { rule_type: 'any_approver' as const } : {}),
          }),
        ]
      : [],
  )

const discussionOf = (by: Authors, opened: string | undefined, discussion: Json): ReadonlyArray<SeedDiscussion> => {
  const [first, ...rest] = listOf(discussion['notes']).filter((note) => note['system'] !== true)
  if (first === undefined) return []
  const begun = by(first['author'], 'read').author
  const replies = rest.map((note) => {
    const { author } = by(note['author'], 'read')
    return withoutBlanks({
      body: textOf(note['body']),
      author: author === begun ? undefined : author,
    }) as SeedDiscussion
  })
  const said = { body: textOf(first['body']), author: begun === opened ? undefined : begun, replies }
  return [withoutBlanks(said) as SeedDiscussion]
}

const requestOf = async (
  source: SeedSource,
  url: string,
  by: Authors,
  main: string,
  request: Json,
): Promise<SeedMergeRequest> => {
  const at = `${url}/merge_requests/${request['iid']}`
  const approvals = listOf((await source.find(`${at}/approvals`))?.['approved_by']).map(({ user }) => user)
  const who = by(request['author'])
  const discussions = await source.all(`${at}/discussions`)
  return withoutBlanks({
    source: textOf(request['source_branch']),
    ...(request['target_branch'] === main ? {} : { target: textOf(request['target_branch']) }),
    ...who,
    ...source.at(request['created_at']),
    title: textOf(request['title']),
    description: textOf(request['description']),
    labels: listOf(request['labels']).map(String),
    discussions: discussions.flatMap((one) => discussionOf(by, who.author, one)),
    approvals: approvals.flatMap((user) => by(user).author ?? []).filter((name) => name !== who.author),
    ...(request['state'] === 'closed' ? { state: 'closed' as const } : {}),
  })
}

/** Merge requests whose branches exist; merged ones are part of the history of their target. */
export const mergeRequestsOf = async (
  source: SeedSource,
  path: string,
  url: string,
  by: Authors,
  { main, refs }: { readonly main: string; readonly refs: Refs },
): Promise<ReadonlyArray<SeedMergeRequest>> => {
  const all = await source.all(`${url}/merge_requests?state=all&order_by=created_at&sort=asc`)
  const kept: Array<SeedMergeRequest> = []
  for (const request of [...all].sort((a, b) => Number(a['iid']) - Number(b['iid']))) {
    const { iid, state, source_branch, target_branch, source_project_id, project_id } = request
    const isThere = [source_branch, target_branch].every((branch) => refs.has(`refs/heads/${branch}`))
    if (state === 'merged' || !isThere || source_project_id !== project_id)
      source.leftOut(`${path}!${iid}: ${state === 'merged' ? 'it is merged' : 'its branches are not there'}`)
    else kept.push(await requestOf(source, url, by, main, request))
  }
  return kept
}
