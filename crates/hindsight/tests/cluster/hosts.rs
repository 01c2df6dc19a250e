//! Three hosts on one machine: network namespaces that only see each other over TCP.

use std::process::Command;

use crate::{PROGRAM, TOPOLOGY_UNSHARED, finish, game, least_memory, solve_alone, tables, text};

/// Runs a shell command as root; whether it succeeded.
fn shell(line: &str) -> bool {
    finish(Command::new("sh").args(["-c", line])).status.success()
}

/// Namespaces that are gone when this is dropped.
struct Hosts(String);

impl Hosts {
    const COUNT: usize = 3;

    fn new() -> Option<Hosts> {
        let name = format!("hs{}", std::process::id() % 10_000);
        let hosts = Hosts(name.clone());
        let mut lines = vec![
            format!("ip link add {name}b type bridge"),
            format!("ip link set {name}b up"),
            format!("ip addr add 10.213.0.100/24 dev {name}b"),
        ];
        for host in 1..=Hosts::COUNT {
            lines.extend([
                format!("ip netns add {name}h{host}"),
                format!("ip link add {name}v{host} type veth peer name eth0 netns {name}h{host}"),
                format!("ip link set {name}v{host} master {name}b up"),
                format!("ip -n {name}h{host} addr add 10.213.0.{host}/24 dev eth0"),
                format!("ip -n {name}h{host} link set eth0 up"),
                format!("ip -n {name}h{host} link set lo up"),
            ]);
        }
        lines.iter().all(|line| shell(line)).then_some(hosts)
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        for host in 1..=Hosts::COUNT {
            shell(&format!("ip netns del {}h{host} 2>/dev/null", self.0));
        }
        shell(&format!("ip link del {}b 2>/dev/null", self.0));
    }
}

#[test]
fn three_hosts_over_tcp_have_the_same_tables() {
    let Some(hosts) = Hosts::new() else {
        eprintln!("not tried: no network namespaces here");
        return;
    };
    let game = game("quixo", "3x3");
    let alone = solve_alone(&game);
    let memory = least_memory(&game, 3);
    let folder = tempfile::tempdir().unwrap();
    // In the place of ssh: the name of the host, then a command for its shell.
    let agent = folder.path().join("agent");
    let script = format!(
        "#!/bin/sh\nhost=${{1##*.}}\nshift\nexec ip netns exec {}h$host sh -c \"$*\"\n",
        hosts.0
    );
    std::fs::write(&agent, script).unwrap();
    assert!(shell(&format!("chmod +x {}", agent.display())));
    let mut command = Command::new("mpirun");
    command
        .args(["-q", "--allow-run-as-root", "--bind-to", "none", "-n", "3"])
        .args(["--host", "10.213.0.1,10.213.0.2,10.213.0.3"])
        .args(["--mca", "btl", "self,tcp", "--mca", "plm", "rsh", "--mca", "plm_rsh_agent"])
        .arg(&agent)
        .args(["--mca", "btl_tcp_if_include", "10.213.0.0/24"])
        .args(["--mca", "oob_tcp_if_include", "10.213.0.0/24"])
        .args(["--mca", "orte_keep_fqdn_hostnames", "1"])
        .args(["--mca", "rtc_hwloc_vmhole", TOPOLOGY_UNSHARED])
        .args([PROGRAM, "solve"])
        .args(&game)
        .args(["--memory", &memory, "--threads", "1", "--data"])
        .arg(folder.path().join("data"));
    let output = finish(&mut command);
    assert!(output.status.success(), "{}", text(&output));
    assert!(text(&output).contains("split over ranks"), "{}", text(&output));
    assert!(tables(&folder.path().join("data")) == tables(alone.path()));
}
