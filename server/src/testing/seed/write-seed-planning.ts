import type { SeedIssue, SeedLabel, SeedMilestone } from './document.js'
import type { SeedPath } from './seed-refused.js'
import type { SeededProject } from './seed-target.js'
import type { SeedWriter } from './seed-writer.js'

const COLOR = '#6699cc'

export const writeLabel = async (
  writer: SeedWriter,
  { url, owner }: SeededProject,
  place: SeedPath,
  label: string | SeedLabel,
): Promise<void> => {
  const given = typeof label === 'string' ? { name: label } : label
  await writer.send(place, owner, 'POST', `${url}/labels`, { color: COLOR, ...given })
}

export const writeMilestone = async (
  writer: SeedWriter,
  { url, owner }: SeededProject,
  place: SeedPath,
  milestone: string | SeedMilestone,
): Promise<void> => {
  const { state, ...given } = typeof milestone === 'string' ? { title: milestone, state: undefined } : milestone
  const made = await writer.send(place, owner, 'POST', `${url}/milestones`, { ...given })
  if (state === 'closed')
    await writer.send(place, owner, 'PUT', `${url}/milestones/${made['id']}`, { state_event: 'close' })
}

export const writeIssue = async (
  writer: SeedWriter,
  { url, owner }: SeededProject,
  place: SeedPath,
  issue: SeedIssue,
): Promise<void> => {
  const { title, description, labels, state, notes = [], author = owner } = issue
  const made = await writer.send(place, author, 'POST', `${url}/issues`, { title, description, labels: labels?.join() })
  const at = `${url}/issues/${made['iid']}`
  for (const [index, { body, author: who = author }] of notes.entries())
    await writer.send([...place, 'notes', index], who, 'POST', `${at}/notes`, { body })
  if (state === 'closed') await writer.send(place, author, 'PUT', at, { state_event: 'close' })
}
