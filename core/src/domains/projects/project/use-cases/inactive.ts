import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import { project } from '../decider.js'
import { type InactivityRule, inactivityAction, inactivityRule, warningsCountSince } from '../instance-rules.js'
import type { InactiveProject } from '../queries.js'
import { deleteOrMarkProject } from '../steps/erase-project.js'

const isLargeEnough = async (forge: Forge, id: number, { largerThan }: InactivityRule): Promise<boolean> => {
  if (largerThan === undefined) return true
  return (await forge.git.exists(id)) && (await forge.git.of(id).size()) > largerThan
}

const doAbout = async (
  forge: Forge,
  quiet: InactiveProject,
  rule: InactivityRule,
  context: CommandContext,
): Promise<E.Either<Rejection, unknown>> => {
  if (inactivityAction(quiet, rule) === 'warn') {
    const command = { type: 'WarnOfDeletion', at: context.at, since: warningsCountSince(quiet, rule) } as const
    return forge.aggregates.execute(project, quiet.id, command, context)
  }
  const row = forge.read.projects.byId(quiet.id)
  return row === undefined ? E.right(undefined) : deleteOrMarkProject(forge, row, context)
}

/**
 * Warns of the deletion of projects that are inactive according to the settings, and deletes those that were warned long enough ago; called at
 * start and after each midnight UTC. Returns how many were warned of or deleted.
 */
export const endInactiveProjects: UseCase<void, number> = async (forge, { context }) => {
  const record = await forge.settings.reload()
  if (E.isLeft(record)) return record
  const rule = inactivityRule(forge.clock.now(), forge.settings.current(), record.right.changedAt)
  const quiet = rule === undefined ? [] : forge.read.projects.quietSince(rule.quietSince)
  let count = 0
  for (const one of quiet) {
    if (rule === undefined || inactivityAction(one, rule) === 'wait' || !(await isLargeEnough(forge, one.id, rule)))
      continue
    const done = await doAbout(forge, one, rule, withNewCommandId(forge, context))
    if (E.isLeft(done)) return done
    count++
  }
  return E.right(count)
}
