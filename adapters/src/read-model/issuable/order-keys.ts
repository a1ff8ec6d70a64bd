/** The rows that are sorted, and the table of their labels. */
interface Sorted {
  readonly alias: string
  readonly labels: string
  /** The column of that table which refers to the row. */
  readonly key: string
}

/** The sort keys, in order, that issues and merge requests have in common. */
export const orderKeysOf = ({ alias, labels, key }: Sorted) => {
  const due = `(SELECT due_date FROM milestones s WHERE s.id = ${alias}.milestone_id)`
  const priority = `(SELECT min(l.priority) FROM ${labels} s JOIN labels l ON l.id = s.label_id
  WHERE s.${key} = ${alias}.id)`
  return {
    created_at: [`${alias}.created_at`],
    updated_at: [`${alias}.updated_at`],
    title: [`${alias}.title COLLATE NOCASE`],
    milestone_due: [due],
    label_priority: [priority],
    priority: [due, priority],
    popularity: [`${alias}.upvotes`],
  }
}

/** The keys that every row has a value of. */
const ALWAYS_THERE: ReadonlySet<string> = new Set([
  'created_at',
  'updated_at',
  'title',
  'popularity',
  'relative_position',
])

/** The ORDER BY of a list; rows without a value come last in both directions, equal ones by their ids. */
export const orderBy = (
  order: string,
  keys: ReadonlyArray<string>,
  { alias, sort }: { readonly alias: string; readonly sort: 'asc' | 'desc' },
): string => {
  const way = sort === 'desc' ? 'DESC' : 'ASC'
  const last = ALWAYS_THERE.has(order) ? '' : ' NULLS LAST'
  return [...keys.map((one) => `${one} ${way}${last}`), `${alias}.id ${way}`].join(', ')
}
