import { startForge } from '@forgefold/server/testing'
import { Gitlab } from '@gitbeaker/rest'

/** A test of one's own client, as a user would write it: what it asked, and what it found. */
export const testClient = async (): Promise<unknown> => {
  // #region client
  await using forge = await startForge()
  await forge.addUser('jane')
  const api = new Gitlab({ host: forge.url, token: forge.tokens['jane'] ?? '' })
  const project = await api.Projects.create({ name: 'app', initializeWithReadme: true })
  await api.Issues.create(project.id, 'It rains in')
  const issues = await api.Issues.all({ projectId: project.id })
  // #endregion
  return issues.map(({ title, author, web_url }) => ({
    title,
    author: author.username,
    isHere: web_url.startsWith(forge.url),
  }))
}

/** What a client does when the forge turns it away, and what happened there meanwhile. */
export const testFaults = async (): Promise<unknown> => {
  await using forge = await startForge()
  const api = new Gitlab({ host: forge.url, token: forge.tokens['root'] ?? '' })
  const project = await api.Projects.create({ name: 'app', initializeWithReadme: true })
  // #region faults
  const before = await forge.events.mark()
  forge.faults.next('POST /projects/:id/issues', { status: 429, headers: { 'Retry-After': '1' } })
  await api.Issues.create(project.id, 'It rains in')
  const asked = forge.requests.matching('POST /projects/:id/issues').map(({ status }) => status)
  const happened = await forge.events.since(before, { category: 'issue' })
  await forge.reset()
  // #endregion
  return { asked, happened: happened.length, projects: await api.Projects.all() }
}
