import { getPipeline, type PipelineVariable, pipelineVariables } from '@forgefold/core/domains/delivery/pipeline'
import * as E from 'fp-ts/lib/Either.js'
import { integer, ok, type Route, required, respond, route } from '../../../../http/index.js'
import { projectId } from '../../path-ids.js'
import { arrayOf, type Shape } from '../../shape.js'
import { pipelineVariableShape, testReportShape, testReportSummaryShape } from './shape.js'

const area = 'Pipelines'
const ONE = '/projects/:id/pipelines/:pipeline_id'
const params = { id: projectId, pipeline_id: required(integer(), 'The number of the pipeline') }

const variables = route({
  method: 'GET',
  path: `${ONE}/variables`,
  area,
  summary: 'List the variables that a pipeline was given along',
  caller: 'user',
  params,
  success: { status: 200, description: 'The variables', schemaFor: arrayOf(pipelineVariableShape) },
  handler: ({ forge, principal }, { id: project, pipeline_id: id }) => {
    const present = ({ key, value, type }: PipelineVariable) => ({ variable_type: type, key, value })
    return respond((all: ReadonlyArray<PipelineVariable>) => all.map(present))(
      pipelineVariables(forge, { principal }, { project, id }),
    )
  },
})

/** Jobs do not send reports, so a report is always empty (docs/reference/behaviour/delivery.md#test-reports). */
const report = (name: string, summary: string, schemaFor: Shape, empty: unknown): Route =>
  route({
    method: 'GET',
    path: `${ONE}/${name}`,
    area,
    summary,
    caller: 'anyone',
    params,
    success: { status: 200, description: 'The report', schemaFor },
    handler: ({ forge, principal }, { id: project, pipeline_id: id }) => {
      const found = getPipeline(forge, { principal }, { project, id })
      return E.isLeft(found) ? found : ok(empty)
    },
  })

/** Routes of the details of a pipeline: jobs, variables, reports. */
export const pipelineDetailRoutes: ReadonlyArray<Route> = [
  variables,
  report('test_report', 'Read what the tests of a pipeline reported', testReportShape, {
    total_time: 0,
    total_count: 0,
    success_count: 0,
    failed_count: 0,
    skipped_count: 0,
    error_count: 0,
    test_suites: [],
  }),
  report('test_report_summary', 'Read the sums of what the tests of a pipeline reported', testReportSummaryShape, {
    total: { time: 0, count: 0, success: 0, failed: 0, skipped: 0, error: 0, suite_error: null },
    test_suites: [],
  }),
]
