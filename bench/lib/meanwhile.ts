import { Agent, get } from 'node:http'

const PAGES_A_SECOND = 25

/** Asks for a page at a steady rate, whether or not the last one has come. */
export function keepAsking(url: string): { end(): Promise<{ times: number[]; errors: number }> } {
  const times: number[] = []
  let errors = 0
  const waiting = new Set<Promise<void>>()
  const agent = new Agent({ keepAlive: true })
  const timer = setInterval(() => {
    const asked = ask(url, agent).then(
      (time) => void times.push(time),
      () => void (errors += 1),
    )
    waiting.add(asked)
    void asked.then(() => waiting.delete(asked))
  }, 1000 / PAGES_A_SECOND)
  return {
    async end() {
      clearInterval(timer)
      await Promise.all(waiting)
      agent.destroy()
      return { times, errors }
    },
  }
}

function ask(url: string, agent?: Agent): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - begun)
        else reject(new Error(String(response.statusCode)))
      })
    }).once('error', reject)
  })
}

/** Asks for a page so many times, one after the other. */
export async function askFor(url: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await ask(url)
}
