/** Distribution tags: names such as `latest` that point to one version of a package. */
export * from './aggregate.js'
