// Finds features of letters that some mail programs lack, by the table of caniemail.com. Reads {programs,
// letters} from standard input and writes a list of {letter, program, lacks, partly, notes}.
import { readFileSync } from "node:fs";
import { caniemail, rawData } from "../npm/node_modules/caniemail/dist/index.js";

const { programs, letters } = JSON.parse(readFileSync(0, "utf8"));

// The package fails at a feature that nobody has tested in a program, so count it as supported there.
for (const { stats } of rawData.data) {
  for (const program of programs) {
    const [name, platform] = program.split(".");
    stats[name] ??= {};
    stats[name][platform] ??= { untried: "y" };
  }
}

const found = [];
for (const { name, html } of letters) {
  const { issues } = caniemail({ clients: programs, html });
  for (const [kind, byProgram] of Object.entries(issues)) {
    for (const [program, all] of byProgram) {
      for (const { title, notes } of all) found.push({ letter: name, program, lacks: title, partly: kind === "warnings", notes });
    }
  }
}
console.log(JSON.stringify(found));
