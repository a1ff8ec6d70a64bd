import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.js'

interface Shown {
  readonly name: string
  readonly deploy_access_levels: ReadonlyArray<{ readonly id: number; readonly user_id: number | null }>
  readonly approval_rules: ReadonlyArray<{ readonly id: number; readonly group_id: number | null }>
}

describe('who approves', () => {
  let stage: Stage
  let team: number
  let hidden: number
  const at = () => `/projects/${stage.projectId}`
  const protect = (name: string, more: Readonly<Record<string, unknown>>, as = stage.tokens.maint) =>
    stage.must<Shown>('POST', `${at()}/protected_environments`, as, {
      ...{ name, deploy_access_levels: [{ access_level: 30 }], ...more },
    })
  const say = (id: number, as: string, more: Readonly<Record<string, unknown>> = {}) =>
    stage.call('POST', `${at()}/deployments/${id}/approval`, as, { status: 'approved', ...more })
  const summaryOf = async (id: number) =>
    (
      (await stage.must('GET', `${at()}/deployments/${id}`, stage.tokens.dev))['approval_summary'] as {
        readonly rules: ReadonlyArray<{
          readonly deployment_approvals: ReadonlyArray<{ readonly user: { readonly username: string } }>
        }>
      }
    ).rules.map(({ deployment_approvals: given }) => given.map(({ user }) => user.username))

  beforeAll(async () => {
    stage = await openStage({ release: '15.5' })
    const { must, instance, ids } = stage
    const make = async (name: string, visibility: string) =>
      (await must('POST', '/groups', instance.root, { name, path: name, visibility }))['id'] as number
    team = await make('auditors', 'public')
    hidden = await make('hidden', 'private')
    await must('POST', `/groups/${team}/members`, instance.root, { user_id: ids.reporter, access_level: 10 })
    await must('POST', `/groups/${team}/members`, instance.root, { user_id: ids.outsider, access_level: 50 })
  })
  afterAll(() => stage.instance.close())

  it('is, by the rule of a group, a direct member of it who may look in', async () => {
    await protect('by-group', { approval_rules: [{ group_id: team, required_approvals: 1 }] })
    const gate = await stage.blocked('by-group', 'by-group')
    expect((await say(gate.id, stage.tokens.maint)).status).toBe(400)
    expect((await say(gate.id, stage.tokens.outsider)).status).toBe(404)
    expect(await say(gate.id, stage.tokens.reporter, { represented_as: 'auditors' })).toMatchObject({ status: 201 })
    expect(await summaryOf(gate.id)).toEqual([['reporter']])
  })

  it('counts for the first rule that means them, or for the one they name', async () => {
    const rules = [{ access_level: 40 }, { user_id: stage.ids.maint }, { access_level: 30, required_approvals: 2 }]
    await protect('first', { approval_rules: rules })
    const first = await stage.blocked('first', 'first')
    await say(first.id, stage.tokens.maint)
    expect(await summaryOf(first.id)).toEqual([['maint'], [], []])
    await protect('named', { approval_rules: rules })
    const named = await stage.blocked('named', 'named')
    expect((await say(named.id, stage.tokens.maint, { represented_as: 'Developers' })).status).toBe(201)
    expect(await summaryOf(named.id)).toEqual([[], [], ['maint']])
    // Said again, it stays where it was.
    await say(named.id, stage.tokens.maint, { represented_as: 'maint', comment: 'again' })
    expect(await summaryOf(named.id)).toEqual([[], [], ['maint']])
    await say(named.id, stage.tokens.other)
    expect(await summaryOf(named.id)).toEqual([[], [], ['maint', 'other']])
    expect(await stage.must('GET', `${at()}/deployments/${named.id}`, stage.tokens.dev)).toMatchObject({
      status: 'blocked',
      pending_approval_count: 2,
    })
    // Administrators are meant by every rule.
    await say(named.id, stage.instance.root, { represented_as: 'Maintainers' })
    expect(await summaryOf(named.id)).toEqual([['root'], [], ['maint', 'other']])
  })

  it('counts for the rule of the very name that they give, before one that has the name in it', async () => {
    const { must, instance, ids } = stage
    const groups: Array<number> = []
    for (const [name, path] of [
      ['Release managers of all', 'managers-all'],
      ['Release managers', 'managers'],
    ])
      groups.push((await must('POST', '/groups', instance.root, { name, path, visibility: 'public' }))['id'] as number)
    for (const id of groups)
      await must('POST', `/groups/${id}/members`, instance.root, { user_id: ids.maint, access_level: 30 })
    const rules = [...groups.map((group_id) => ({ group_id })), { access_level: 30 }, { access_level: 40 }]
    await protect('exact', { approval_rules: rules })
    const gate = await stage.blocked('exact', 'exact')
    const root = stage.instance.root
    await say(gate.id, stage.tokens.maint, { represented_as: 'Release managers' })
    expect(await summaryOf(gate.id)).toEqual([[], ['maint'], [], []])
    await say(gate.id, root, { represented_as: 'Maintainers' })
    expect(await summaryOf(gate.id)).toEqual([[], ['maint'], [], ['root']])
    await say(gate.id, stage.tokens.other, { represented_as: 'Maint' })
    expect(await summaryOf(gate.id)).toEqual([[], ['maint'], ['other'], ['root']])
  })

  it('is asked by all protections together: of the project and of the groups above, by tier', async () => {
    const { must, instance, tokens, ids } = stage
    const group = (await must('POST', '/groups', instance.root, { name: 'Above', path: 'above' }))['id'] as number
    const made = await must('POST', '/projects', instance.root, {
      ...{ name: 'below', namespace_id: group, initialize_with_readme: true },
    })
    const below = `/projects/${made['id']}`
    for (const [user_id, access_level] of [
      [ids.dev, 30],
      [ids.maint, 40],
      [ids.reporter, 20],
    ] as const)
      await must('POST', `${below}/members`, instance.root, { user_id, access_level })
    await must('POST', `/groups/${group}/protected_environments`, instance.root, {
      ...{ name: 'production', deploy_access_levels: [{ access_level: 30 }] },
      approval_rules: [{ access_level: 40 }],
    })
    await must('POST', `${below}/protected_environments`, tokens.maint, {
      ...{ name: 'prod/eu', deploy_access_levels: [{ access_level: 30 }], required_approval_count: 5 },
      approval_rules: [{ user_id: ids.reporter }],
    })
    const ci = "ship: { script: ['true'], environment: prod/eu }\n"
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: ci }]
    const commit = { branch: 'one', start_branch: 'main', commit_message: 'CI', actions }
    await must('POST', `${below}/repository/commits`, tokens.dev, commit)
    const gate = await expect
      .poll(
        async () =>
          (
            await must<ReadonlyArray<{ readonly id: number }>>('GET', `${below}/deployments?status=blocked`, tokens.dev)
          )[0],
      )
      .toBeDefined()
      .then(
        async () => (await must<ReadonlyArray<{ readonly id: number }>>('GET', `${below}/deployments`, tokens.dev))[0],
      )
    const one = `${below}/deployments/${gate?.id}`
    // Where there are rules, counts do not matter.
    expect(await must('GET', one, tokens.dev)).toMatchObject({ pending_approval_count: 2 })
    await must('POST', `${one}/approval`, tokens.reporter, { status: 'approved' })
    expect(await must('GET', one, tokens.dev)).toMatchObject({ status: 'blocked', pending_approval_count: 1 })
    await must('POST', `${one}/approval`, tokens.maint, { status: 'approved' })
    expect(await must('GET', one, tokens.dev)).toMatchObject({ status: 'created', pending_approval_count: 0 })
  })

  it('keeps every change where many change at once', async () => {
    await protect('busy', {})
    const path = `${at()}/protected_environments/busy`
    const people = [stage.ids.dev, stage.ids.other, stage.ids.maint, stage.ids.reporter]
    const answers = await Promise.all(
      people.map((user_id) => stage.call('PUT', path, stage.tokens.maint, { deploy_access_levels: [{ user_id }] })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const shown = await stage.must<Shown>('GET', path, stage.tokens.maint)
    expect(shown.deploy_access_levels.flatMap(({ user_id }) => user_id ?? []).toSorted()).toEqual(people.toSorted())
  })

  it('is nobody whom whoever protects does not know', async () => {
    const shown = await protect('known', {
      deploy_access_levels: [{ access_level: 40 }, { user_id: stage.ids.outsider }, { group_id: hidden }],
      approval_rules: [{ group_id: hidden }, { group_id: 99_999 }, { user_id: 99_999 }, { group_id: team }],
    })
    expect(shown.deploy_access_levels).toMatchObject([{ access_level: 40 }])
    expect(shown.approval_rules).toMatchObject([{ group_id: team, access_level_description: 'auditors' }])
    const [access] = shown.deploy_access_levels
    const [rule] = shown.approval_rules
    const changed = await stage.must('PUT', `${at()}/protected_environments/known`, stage.tokens.maint, {
      deploy_access_levels: [{ id: access?.id, user_id: stage.ids.outsider }],
      approval_rules: [{ id: rule?.id, group_id: hidden, required_approvals: 2 }],
    })
    expect(changed).toMatchObject({
      deploy_access_levels: [{ id: access?.id, access_level: 40 }],
      approval_rules: [{ id: rule?.id, group_id: team }],
    })
    expect(JSON.stringify(changed)).not.toContain('hidden')
  })
})
