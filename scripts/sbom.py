"""`cargo metadata` to CycloneDX 1.5: the crates that the program is linked from, without those of its tests and builds."""

import json
import re
import sys


def main():
    told = json.load(sys.stdin)
    packages = {package["id"]: package for package in told["packages"]}
    needs = {node["id"]: [dep["pkg"] for dep in node["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])] for node in told["resolve"]["nodes"]}
    root = next(id for id in told["workspace_members"] if packages[id]["name"] == "stet")
    found, waiting = {root}, [root]
    while waiting:
        for id in needs[waiting.pop()]:
            if id not in found:
                found.add(id)
                waiting.append(id)
    with open("Cargo.lock") as file:
        sums = {(crate[0], crate[1]): crate[2] for crate in re.findall(r'name = "(.+)"\nversion = "(.+)"\nsource = ".+"\nchecksum = "(.+)"', file.read())}
    name = lambda id: "pkg:cargo/%s@%s" % (packages[id]["name"], packages[id]["version"])

    def component(id):
        package, sum = packages[id], sums.get((packages[id]["name"], packages[id]["version"]))
        entry = {"type": "application" if id == root else "library", "bom-ref": name(id), "name": package["name"], "version": package["version"], "purl": name(id)}
        if package["license"]:
            entry["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
        if sum:
            entry["hashes"] = [{"alg": "SHA-256", "content": sum}]
        return entry

    json.dump({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": component(root)},
        "components": [component(id) for id in sorted(found - {root}, key=name)],
        "dependencies": [{"ref": name(id), "dependsOn": sorted({name(other) for other in needs[id] if other in found})} for id in sorted(found, key=name)],
    }, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
