import { type CiLint, type LintedJob, lintInProject, lintText } from '@forgefold/core/domains/delivery/pipeline'
import { lifespanOf } from '@forgefold/core/releases'
import { boolean, optional, type Route, required, respond, route, string, withDefault } from '../../../../http/index.js'
import { projectId } from '../../path-ids.js'
import { lintShape, textLintShape } from './shape.js'

const area = 'CI lint'

const content = required(string(), 'The text of the CI file')
const includeJobs = withDefault(boolean(), false, 'With the jobs')

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const presentJob = (job: LintedJob) => ({
  name: job.name,
  stage: job.stage,
  before_script: job.beforeScript,
  script: job.script,
  after_script: job.afterScript,
  tag_list: job.tags,
  only: job.only,
  except: job.except,
  environment: job.environment,
  when: job.when,
  allow_failure: job.allowFailure,
  needs: job.needs,
})

const presentJobs = ({ jobs }: CiLint, wanted: boolean) => (wanted ? { jobs: jobs.map(presentJob) } : {})

const ofText = route({
  method: 'POST',
  path: '/ci/lint',
  area,
  summary: 'Look over the text of a CI file',
  caller: 'anyone',
  ...lifespanOf('ci.lint_endpoint'),
  params: {
    content,
    include_merged_yaml: withDefault(boolean(), false, 'With the file as templates make it'),
    include_jobs: includeJobs,
  },
  success: { status: 200, description: 'What is wrong with it', schemaFor: textLintShape },
  handler: async (context, params) => {
    const found = await lintText(context.forge, context, { content: bytesOf(params.content) })
    return respond((lint: CiLint) => ({
      status: lint.errors.length === 0 ? 'valid' : 'invalid',
      errors: lint.errors,
      warnings: lint.warnings,
      ...(params.include_merged_yaml ? { merged_yaml: lint.mergedYaml } : {}),
      ...presentJobs(lint, params.include_jobs),
    }))(found)
  },
})

const inProject = {
  id: projectId,
  dry_run: withDefault(boolean(), false, 'As if a pipeline were made'),
  include_jobs: includeJobs,
  ref: optional(string(), 'The branch or tag that the pipeline would be of; default: the default branch'),
}

const presentInProject = (withJobs: boolean) => (lint: CiLint) => ({
  valid: lint.errors.length === 0,
  merged_yaml: lint.mergedYaml,
  errors: lint.errors,
  warnings: lint.warnings,
  ...presentJobs(lint, withJobs),
})

const PATH = '/projects/:id/ci/lint'

const ofProject = route({
  method: 'GET',
  path: PATH,
  area,
  summary: 'Look over the CI file of a project',
  caller: 'anyone',
  params: inProject,
  success: { status: 200, description: 'What is wrong with it', schemaFor: lintShape },
  handler: async (context, { id, dry_run, include_jobs, ref }) => {
    const input = { project: id, content: undefined, dryRun: dry_run, ref }
    return respond(presentInProject(include_jobs))(await lintInProject(context.forge, context, input))
  },
})

const ofTextInProject = route({
  method: 'POST',
  path: PATH,
  area,
  summary: 'Look over the text of a CI file as one of a project',
  caller: 'user',
  params: { ...inProject, content },
  success: { status: 200, description: 'What is wrong with it', schemaFor: lintShape },
  handler: async (context, { id, content: text, dry_run, include_jobs, ref }) => {
    const input = { project: id, content: bytesOf(text), dryRun: dry_run, ref }
    return respond(presentInProject(include_jobs))(await lintInProject(context.forge, context, input))
  },
})

/** Routes that lint CI files. */
export const ciLintRoutes: ReadonlyArray<Route> = [ofText, ofProject, ofTextInProject]
