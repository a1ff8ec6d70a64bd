import { expect, it } from 'vitest'
import { openStage } from './stage.js'

const CI = (more = ''): string => `ship: { script: ['true'], environment: production${more} }\n`

it('fails what an older commit still has to deploy once a newer deployment runs, but for what waits for a hand', async () => {
  const stage = await openStage()
  const byHand = await stage.pipeline('by-hand', CI(', when: manual'))
  const running = await stage.pipeline('running', CI())
  await running.report('ship', 'running')
  const older = await stage.pipeline('older', CI())
  await older.until('ship', 'pending')
  const elsewhere = await stage.pipeline('elsewhere', CI().replace('production', 'staging'))
  const newer = await stage.pipeline('newer', CI())
  await newer.report('ship', 'running')
  expect(await older.until('ship', 'failed')).toMatchObject({ failure_reason: 'forward_deployment_failure' })
  expect(await running.until('ship', 'failed')).toMatchObject({ failure_reason: 'forward_deployment_failure' })
  expect((await byHand.job('ship')).status).toBe('manual')
  expect((await elsewhere.job('ship')).status).toBe('pending')
  expect((await newer.job('ship')).status).toBe('running')
  await stage.deployment('environment=production&status=failed&ref=older')
  await stage.instance.close()
})

it('leaves them alone where the project wants it so', async () => {
  const stage = await openStage()
  await stage.must('PUT', `/projects/${stage.projectId}`, stage.tokens.maint, { ci_forward_deployment_enabled: false })
  const older = await stage.pipeline('older', CI())
  await older.until('ship', 'pending')
  const newer = await stage.pipeline('newer', CI())
  await newer.report('ship', 'running')
  await newer.report('ship', 'success')
  await stage.deployment('environment=production&status=success')
  expect((await older.report('ship', 'running')).status).toBe(200)
  await stage.instance.close()
})
