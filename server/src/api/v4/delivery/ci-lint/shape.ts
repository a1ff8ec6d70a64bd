import { anything, arrayOf, boolean, maybe, oneOf, optionalField, record, text } from '../../shape.js'

const job = record('LintedJob', {
  name: text,
  stage: text,
  before_script: arrayOf(text),
  script: arrayOf(text),
  after_script: arrayOf(text),
  tag_list: arrayOf(text),
  only: anything,
  except: anything,
  environment: maybe(text),
  when: text,
  allow_failure: boolean,
  needs: maybe(arrayOf(record(undefined, { name: text }))),
})

const found = { errors: arrayOf(text), warnings: arrayOf(text), jobs: optionalField(arrayOf(job)) }

/** The result of linting the text of a CI file. */
export const textLintShape = record('LintedText', {
  status: oneOf(['valid', 'invalid']),
  ...found,
  merged_yaml: optionalField(maybe(text)),
})

/** The result of linting the CI file of a project. */
export const lintShape = record('LintedFile', { valid: boolean, merged_yaml: maybe(text), ...found })
