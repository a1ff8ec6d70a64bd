import { makeIds } from '@forgefold/adapters/crypto'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { eventIdOf } from '@forgefold/core/app'
import { deployment } from '@forgefold/core/domains/delivery/deployment'
import { type Instant, streamOf, userActor } from '@forgefold/core/kernel'

/** Their numbers are far above those that the product gives meanwhile. */
const FIRST = 1_000_000

/** Writes deployments straight into the history, as the product would have: `count` of them behind the first `done`. */
export const fillDeployments = async (file: string, sha: string, count: number, done = 0): Promise<void> => {
  const store = openSqliteEventStore({ path: file })
  const ids = makeIds()
  const at = '2022-04-11T03:02:32.123Z' as Instant
  const facts = { projectId: 1, environmentId: 1, ref: 'main', tag: false, sha, userId: 1, jobId: null }
  const write = async (id: number): Promise<void> => {
    const command = ids.commandId()
    const events = [
      { type: 'DeploymentCreated', data: { ...facts, iid: id } },
      { type: id % 2 === 0 ? 'DeploymentSucceeded' : 'DeploymentFailed', data: { at } },
    ] as const
    const metadata = { at, actor: userActor(1), correlationId: command }
    const outcome = await store.append(
      streamOf(deployment, id),
      events.map((event, index) => ({ id: eventIdOf(command, index), ...deployment.events.encode(event), metadata })),
      'noStream',
    )
    if (outcome.kind !== 'Appended') throw new Error(`append answered ${outcome.kind}`)
  }
  for (let at = 0; at < count; at += 512)
    await Promise.all(Array.from({ length: Math.min(512, count - at) }, (_, index) => write(FIRST + done + at + index)))
  await store.close()
}
