import { downstreamPipelines } from '@forgefold/core/domains/delivery/pipeline'
import { eventually } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AppendOrder, orderAppends } from '../../append-order.js'
import { type DownstreamWorld, openWorld } from './world.js'

describe.runIf(programs.need('git'))('a pipeline that a job starts is created once', () => {
  let w: DownstreamWorld
  let order: AppendOrder
  let lower: string
  let upper: string

  beforeEach(async () => {
    w = await openWorld({ more: { onDefect: () => undefined } })
    lower = await w.project('lower', { '.gitlab-ci.yml': 'job: { script: [make] }' })
    upper = await w.project('upper', {
      '.gitlab-ci.yml': 'start: { trigger: root/lower, when: manual }\nother: { script: [make] }',
    })
    order = orderAppends(w.world.forge.events)
  })
  afterEach(() => w.world.close())

  const started = async () => (await w.rows(`${lower}/pipelines?source=pipeline`)).length
  const play = async (id: number) =>
    w.must('POST', `${upper}/jobs/${(await w.named(w.bridges(upper, id), 'start')).id}/play`)

  it.each<[what: string, isMeant: (stream: string, events: string, upper: string) => boolean]>([
    ['the start of the bridge', (stream, events, id) => stream === id && events.includes('"running"')],
    ['the downstream pipeline', (_, events) => events.includes('PipelineCreated')],
    ['the outcome', (stream, events, id) => stream === id && events.includes('"success"')],
  ])('where a crash takes %s', async (_, isMeant) => {
    const id = await w.run(upper)
    await w.comes(upper, id, 'manual')
    const { append } = w.world.forge.events
    let lost = 0
    Object.assign(w.world.forge.events, {
      append: async (...given: Parameters<typeof append>) => {
        const [stream, events] = given
        if (lost === 3 || !isMeant(stream, JSON.stringify(events), `pipeline-${id}`)) return append(...given)
        lost += 1
        return { kind: 'Unavailable', reason: 'a crash came between' }
      },
    })
    await play(id)
    await w.comes(upper, id, 'success')
    expect([lost, await started()]).toEqual([3, 1])
  })

  it('however often the event is seen', async () => {
    const id = await w.run(upper)
    await w.comes(upper, id, 'manual')
    await play(id)
    await w.comes(upper, id, 'success')
    const read = await w.world.forge.events.readAll({ limit: 10_000 })
    const events = read.kind === 'Read' ? read.events : []
    const before = events.length
    for (const event of events.filter(({ type }) => downstreamPipelines.filter.types?.includes(type)))
      await downstreamPipelines.react(w.world.forge, event)
    const after = await w.world.forge.events.readAll({ limit: 10_000 })
    expect([after.kind === 'Read' ? after.events.length : 0, await started()]).toEqual([before, 1])
  })

  it('and is cancelled where its parent was cancelled meanwhile', async () => {
    const family = await w.project('family', {
      '.gitlab-ci.yml': 'start: { trigger: { include: child.yml } }',
      'child.yml': 'job: { script: [make] }',
    })
    const id = await w.run(family)
    await w.comes(family, id, 'success')
    const next = (await w.started(family, id)).id + 2
    // The pipelines of the next run have the next two numbers.
    const held = order.hold(`pipeline-${next}`)
    const parent = await w.run(family)
    await held.reached
    await w.must('POST', `${family}/pipelines/${parent}/cancel`)
    held.release()
    const child = await w.started(family, parent)
    await eventually('the child is cancelled', async () =>
      (await w.statusOf(family, child.id)) === 'canceled' ? true : undefined,
    )
    expect((await w.bridges(family, parent))[0]?.status).toBe('canceled')
  })
})
