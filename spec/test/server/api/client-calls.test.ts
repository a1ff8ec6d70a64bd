import { type Listening, listenNode } from '@forgefold/server'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { Gitlab } from '@gitbeaker/rest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLS, type Client, type Things } from './client-calls.js'

const CI = 'work:\n  script: x\n  when: manual\n'

describe.runIf(programs.need('git'))('a client library, with the options it documents', () => {
  let world: TestInstance
  let listening: Listening
  let api: Client
  let on: Things

  beforeAll(async () => {
    world = await openTestInstance()
    listening = await listenNode(world.forgefold.handler, '127.0.0.1', 0)
    api = new Gitlab({ host: `http://127.0.0.1:${listening.port}`, token: world.root })
    const { id: user } = await world.person('dev')
    const group = await api.Groups.create('Top', 'top')
    const other = await api.Groups.create('Other', 'other')
    const project = await api.Projects.create({
      name: 'app',
      namespaceId: group.id,
      initializeWithReadme: true,
      defaultBranch: 'main',
    })
    await api.ProjectMembers.add(project.id, 30, { userId: user })
    const made = await api.Commits.create(project.id, 'main', 'ci', [
      { action: 'create', filePath: '.gitlab-ci.yml', content: CI },
    ])
    const work = [{ action: 'create', filePath: 'work.txt', content: 'x\n' } as const]
    await api.Commits.create(project.id, 'work', 'work', work, { startBranch: 'main' })
    const { id: fork } = await api.Projects.fork(project.id, { namespaceId: other.id, path: 'fork', name: 'Fork' })
    const { id: milestone } = await api.ProjectMilestones.create(project.id, 'm', { dueDate: '2022-10-01' })
    await api.ProjectLabels.create(project.id, 'a', '#ff0000', { description: 'd', priority: 1 })
    const options = { labels: 'a', milestoneId: milestone, description: 'd', assigneeIds: [user] }
    const issue = await api.Issues.create(project.id, 'i', { ...options, dueDate: '2022-10-01', confidential: false })
    const request = await api.MergeRequests.create(project.id, 'work', 'main', 'work', {
      ...options,
      reviewerIds: [user],
    })
    const pipeline = await api.Pipelines.create(project.id, 'main', { variables: [{ key: 'A', value: 'b' }] })
    const [job] = await api.Jobs.all(project.id, { pipelineId: pipeline.id })
    const deployment = await api.Deployments.create(project.id, 'production', made.id, 'main', false, {
      status: 'running',
    })
    on = {
      user,
      group: group.id,
      other: other.id,
      project: project.id,
      fork,
      sha: made.id,
      issue: issue.iid,
      request: request.iid,
      milestone,
      pipeline: pipeline.id,
      job: Number(job?.id),
      environment: Number((deployment.environment as { readonly id: number }).id),
      deployment: deployment.id,
    }
  })
  afterAll(async () => {
    await listening.close(100)
    await world.close()
  })

  it.each(CALLS)('%s', async (_name, call) => {
    await expect(call(api, on)).resolves.toBeDefined()
  })
})
