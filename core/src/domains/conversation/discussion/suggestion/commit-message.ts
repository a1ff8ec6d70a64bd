/** What the message of a commit that applies suggestions is made of. */
export interface SuggestionCommitFacts {
  readonly branch: string
  /** Without duplicates. */
  readonly paths: ReadonlyArray<string>
  readonly suggestions: number
  readonly projectName: string
  readonly projectPath: string
  /** The name of the user who applies them. */
  readonly name: string
  readonly username: string
}

const DEFAULT = 'Apply %{suggestions_count} suggestion(s) to %{files_count} file(s)'
const VARIABLE = /%\{(\w+)\}/g

const valuesOf = (facts: SuggestionCommitFacts): ReadonlyMap<string, string> =>
  new Map([
    ['branch_name', facts.branch],
    ['files_count', String(facts.paths.length)],
    ['file_paths', facts.paths.join(' ')],
    ['project_name', facts.projectName],
    ['project_path', facts.projectPath],
    ['user_full_name', facts.name],
    ['username', facts.username],
    ['suggestions_count', String(facts.suggestions)],
  ])

/**
 * The message of a commit that applies suggestions: the given one, else the project's, else the documented default, with its variables filled
 * in. Unknown variables stay as they are.
 */
export const suggestionMessage = (
  templates: ReadonlyArray<string | null | undefined>,
  facts: SuggestionCommitFacts,
): string => {
  const values = valuesOf(facts)
  const template = templates.find((one) => one !== null && one !== undefined && one.trim() !== '') ?? DEFAULT
  return template.replace(VARIABLE, (whole, name: string) => values.get(name) ?? whole)
}
