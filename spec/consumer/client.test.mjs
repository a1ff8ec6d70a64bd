import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startForge } from '@forgefold/testing'
import { Gitlab } from '@gitbeaker/rest'

test('my client finds its issue', async (t) => {
  const forge = await startForge()
  t.after(() => forge.close())
  const api = new Gitlab({ host: forge.url, token: forge.tokens.root })
  const project = await api.Projects.create({ name: 'app' })
  await api.Issues.create(project.id, 'It rains in')
  assert.equal((await api.Issues.all({ projectId: project.id }))[0].title, 'It rains in')
})
