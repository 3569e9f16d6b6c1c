// Writes the token test vectors with npm's `macaroon`, a library that is not ours. Run once; the output is checked in:
//   npm install macaroon@3.0.4 && node capability-vectors.mjs > capability-vectors.json
import macaroon from 'macaroon';

const secret = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const identifier = 'q1:k1:vector-1';
const location = 'quintet';
const steps = [
  [],
  ['scope in wallet:transfer,wallet:read'],
  ['scope in wallet:transfer,wallet:read', 'tenant = t1', 'account = acc_x', 'asset = ron', 'path_prefix = /v1',
   'before = 2030-01-01T00:00:00Z'],
  ['account = ' + 'a'.repeat(200)],
];

// The library's buffer doubles on every append past 200 bytes, so it cannot write down long tokens; it signs them all the same.
const written = token => {
  try {
    return Buffer.from(token.exportBinary()).toString('base64url');
  } catch (e) {
    if (e instanceof RangeError) return undefined;
    throw e;
  }
};

const vectors = steps.map(caveats => {
  const token = macaroon.newMacaroon({version: 2, rootKey: Buffer.from(secret, 'hex'), identifier, location});
  caveats.forEach(caveat => token.addFirstPartyCaveat(caveat));
  return {
    caveats,
    signature: Buffer.from(token.signature).toString('hex'),
    v2: written(token),
  };
});

// The same library narrows a token it reads, without the secret.
const read = macaroon.importMacaroon(vectors[1].v2);
read.addFirstPartyCaveat('tenant = t2');
const attenuated = {from: 1, caveat: 'tenant = t2', v2: written(read)};

console.log(JSON.stringify({generator: 'macaroon 3.0.4 (npm)', secret, location, identifier, vectors, attenuated}, null, 2));
