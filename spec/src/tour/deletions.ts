import assert from 'node:assert/strict'
import type { Journey } from './journey.js'

const statusOf = async (asking: Promise<unknown>): Promise<number | undefined> => {
  try {
    await asking
    return undefined
  } catch (error) {
    const { cause } = error as { readonly cause?: { readonly response?: { readonly status?: number } } }
    return cause?.response?.status
  }
}

/** Deletes a deployment, an environment with its deployments, the project and the group: what is gone is not found. */
export const deletions = async ({ api, projectId, say }: Journey): Promise<void> => {
  const [first] = await api.Deployments.all(projectId)
  assert.ok(first)
  assert.equal((await api.Deployments.remove(projectId, first.id)).message, '202 Accepted')
  assert.equal(await statusOf(api.Deployments.show(projectId, first.id)), 404)
  say(`deployment ${first.iid} is deleted`)
  const [staging] = await api.Environments.all(projectId, { name: 'staging' })
  assert.ok(staging)
  assert.equal(await statusOf(api.Environments.remove(projectId, staging.id)), 403)
  await api.Environments.stop(projectId, staging.id)
  await api.Environments.remove(projectId, staging.id)
  assert.deepEqual(
    (await api.Deployments.all(projectId)).map(({ iid }) => iid),
    [2, 3, 4],
  )
  say('staging is stopped, then deleted with its deployments')
  const { namespace } = await api.Projects.show(projectId)
  await api.Projects.remove(projectId)
  await api.Groups.remove(namespace.id)
  assert.equal(await statusOf(api.Projects.show(projectId)), 404)
  say('project and group are deleted')
}
