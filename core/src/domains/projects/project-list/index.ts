/** Lists of projects with conditions that the read model cannot evaluate alone: by language, size and similarity to a search. */
export * from './refined-list.js'
