import { expect, it } from 'vitest'
import { openStage } from './stage.js'

const CI = (environment: string): string => `ship: { script: ['true'], environment: ${environment} }\n`

/** The request and the reactor behind it both see to the deployment of a job. */
it('gives environments and deployments of jobs numbers without gaps', async () => {
  const stage = await openStage()
  const names = ['one', 'two', 'three', 'four']
  for (const name of names) await stage.pipeline(name, CI(name))
  for (const name of names) await stage.deployment(`environment=${name}`)
  const of = (path: string) =>
    stage.must<ReadonlyArray<{ id: number; iid: number }>>(
      'GET',
      `/projects/${stage.projectId}/${path}`,
      stage.tokens.maint,
    )
  const environments = (await of('environments')).map(({ id }) => id)
  const deployments = await of('deployments')
  expect([environments.sort(), deployments.map(({ id }) => id), deployments.map(({ iid }) => iid)]).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ])
  await stage.instance.close()
})
