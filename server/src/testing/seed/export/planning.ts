import type { SeedIssue, SeedLabel, SeedMilestone, SeedProject } from '../document.js'
import type { Authors } from './people.js'
import { type Json, listOf, type SeedSource, textOf, withoutBlanks } from './source.js'

const byId = (things: ReadonlyArray<Json>): ReadonlyArray<Json> =>
  [...things].sort((a, b) => Number(a['iid'] ?? a['id']) - Number(b['iid'] ?? b['id']))

const labelOf = (label: Json): SeedLabel =>
  withoutBlanks({
    name: textOf(label['name']),
    color: textOf(label['color']),
    description: textOf(label['description']),
  })

const milestoneOf = (milestone: Json): SeedMilestone =>
  withoutBlanks({
    title: textOf(milestone['title']),
    description: textOf(milestone['description']),
    start_date: textOf(milestone['start_date']),
    due_date: textOf(milestone['due_date']),
    ...(milestone['state'] === 'closed' ? { state: 'closed' as const } : {}),
  })

const issueOf = async (source: SeedSource, url: string, by: Authors, issue: Json): Promise<SeedIssue> => {
  const notes = byId(await source.all(`${url}/issues/${issue['iid']}/notes`)).filter((note) => note['system'] !== true)
  return withoutBlanks({
    title: textOf(issue['title']),
    ...by(issue['author'], 'read'),
    ...source.at(issue['created_at']),
    description: textOf(issue['description']),
    labels: listOf(issue['labels']).map(String),
    notes: notes.map((note) => ({ body: textOf(note['body']), ...authorOf(by(note['author'], 'read'), by, issue) })),
    ...(issue['state'] === 'closed' ? { state: 'closed' as const } : {}),
  })
}

/** Notes without a named author are by the author of the issue; the owner is the default only if it is the same user. */
const authorOf = (spoken: { readonly author?: string }, by: Authors, issue: Json) => {
  const opened = by(issue['author'], 'read').author
  return spoken.author === opened ? {} : spoken
}

/** Labels, milestones, names of variables, and issues. Values of variables are secrets and are replaced by placeholders. */
export const planningOf = async (
  source: SeedSource,
  url: string,
  by: Authors,
): Promise<Pick<SeedProject, 'labels' | 'milestones' | 'variables' | 'issues'>> => {
  const labels = byId((await source.all(`${url}/labels`)).filter((label) => label['is_project_label'] !== false))
  const milestones = byId(await source.all(`${url}/milestones`))
  const variables = await source.all(`${url}/variables`)
  const issues: Array<SeedIssue> = []
  for (const issue of byId(await source.all(`${url}/issues?scope=all&order_by=created_at&sort=asc`)))
    issues.push(await issueOf(source, url, by, issue))
  return {
    labels: labels.map(labelOf),
    milestones: milestones.map(milestoneOf),
    variables: Object.fromEntries(variables.map(({ key }) => [String(key), 'not-exported'])),
    issues,
  }
}
