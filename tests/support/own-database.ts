import pg from 'pg'

/** A database of one test alone on a running server, so that no other test's views are in the way; gives its address. */
export async function ownDatabase(url: string): Promise<string> {
  const name = `own_${process.pid}_${Date.now()}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return url.replace(/\/[^/]*$/, `/${name}`)
}

/** Settings of an installation of one test alone on the run's Kafka and PostgreSQL: its own topics, groups and tables. */
export async function ownInstallation(kafkaBrokers: string, databaseUrl: string) {
  const DATABASE_URL = await ownDatabase(databaseUrl)
  return { KAFKA_BROKERS: kafkaBrokers, KAFKA_PREFIX: `${DATABASE_URL.slice(DATABASE_URL.lastIndexOf('/') + 1)}.`, DATABASE_URL }
}
