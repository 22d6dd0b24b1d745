import { statfs } from 'node:fs/promises'
import { networksOf } from '#server/platform/http/client-address.ts'

const MIB = 1024 * 1024
/** Bytes in the spool of one address, and of all: of uploads that arrive, wait for their check or are being checked. */
const SPOOLED = { each: 64 * MIB, all: 1024 * MIB }
/** Bytes that uploads leave free on a disk, or this share of a smaller one: what is written must still find room. */
const RESERVE = { bytes: 2048 * MIB, share: 0.15 }

/** What an upload holds of the spool. */
export interface SpoolShare {
  /** Whether so many bytes more may be held. */
  add(bytes: number): boolean
  giveBack(): void
}

/**
 * Shares the spool out among addresses: each may hold as much as one may, and where many hold something its part of the
 * whole, so that addresses that hold much leave the others theirs.
 */
export function createSpoolRoom({ each, all } = SPOOLED): { open(address: string): SpoolShare } {
  const held = new Map<string, number>()
  /** Bytes of each client, by its widest network: one that has many addresses counts once. */
  const clients = new Map<string, number>()

  return {
    open(address) {
      const networks = networksOf(address)
      const [widest] = networks
      let own = 0
      const change = (bytes: number) => {
        own += bytes
        if (widest) addTo(clients, widest.key, bytes)
        for (const { key } of networks) addTo(held, key, bytes)
      }
      return {
        add(bytes) {
          const others = clients.size - Number(widest !== undefined && clients.has(widest.key))
          const share = Math.min(each, all / (others + 1))
          if (networks.some(({ key, times }) => (held.get(key) ?? 0) + bytes > share * times)) return false
          change(bytes)
          return true
        },
        giveBack: () => change(-own),
      }
    },
  }
}

function addTo(counts: Map<string, number>, key: string, bytes: number): void {
  const count = (counts.get(key) ?? 0) + bytes
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

/** Whether the disks of these folders have more free than uploads leave free; one that cannot say is taken to have. */
export async function hasDiskRoom(folders: readonly string[]): Promise<boolean> {
  const looks = folders.map(async (folder) => {
    const { bavail, blocks, bsize } = await statfs(folder)
    return bavail * bsize >= Math.min(RESERVE.bytes, blocks * bsize * RESERVE.share)
  })
  const found = await Promise.allSettled(looks)
  return found.every((look) => look.status === 'rejected' || look.value)
}
